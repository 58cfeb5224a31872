"""Decks in a real browser, opened from their files: keys move, and nothing is cut off."""

import pytest

from tests.browser.lab import ROOT
from tests.browser.test_site import Watched
from tools.slides import LESSONS

PICTURES = ROOT / "build" / "screenshots"
#: Slides to look at afterwards, of three lessons.
SHOWN = ("02_luck_has_a_distribution", "05_mean_rank_paradox", "06_tango_intervals")
READY = "window.Reveal && Reveal.isReady()"
WHERE = "(({h, v}) => [h, v])(Reveal.getIndices())"
KIND = "Reveal.getCurrentSlide().dataset.kind"
# Is something on a slide that is not turned to? reveal.js makes such a one transparent.
HIDDEN = "part => getComputedStyle(part.closest('section')).opacity === '0'"
# What of the slide in view sticks out of it, or of the window; notes are not in view.
CUT_OFF = """() => {
    const slides = document.querySelector(".slides").getBoundingClientRect();
    const parts = [...Reveal.getCurrentSlide().querySelectorAll("*")];
    return parts.filter(part => !part.closest("aside")).filter(part => {
        const box = part.getBoundingClientRect();
        return box.width && (box.bottom > Math.min(slides.bottom, innerHeight) + 1
            || box.right > Math.min(slides.right, innerWidth) + 1
            || box.top < Math.max(slides.top, 0) - 1 || box.left < Math.max(slides.left, 0) - 1
            || part.scrollWidth > part.clientWidth + 1 && part.tagName === "PRE");
    }).map(part => part.outerHTML.slice(0, 120));
}"""
# How much of the slide's width or height the picture takes.
LARGE = """() => {
    const image = Reveal.getCurrentSlide().querySelector("img");
    const room = Math.min(image.clientWidth / image.naturalWidth,
                          image.clientHeight / image.naturalHeight);
    return Math.max(image.naturalWidth * room / 1280, image.naturalHeight * room / 720);
}"""
SERIOUS = ("serious", "critical")


@pytest.fixture
def open_deck(browser, built_slides):
    opened = []

    def watch(name, width=1280, height=720):
        watched = Watched(browser, built_slides.as_uri(), width)
        opened.append(watched)
        watched.page.set_viewport_size({"width": width, "height": height})
        watched.open(f"{name}.html")
        watched.page.wait_for_function(READY)
        return watched

    yield watch
    for watched in opened:
        watched.close()


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768)])
@pytest.mark.parametrize("name", LESSONS)
def test_the_space_bar_goes_through_all_slides_and_nothing_is_cut_off(open_deck, name, size):
    watched = open_deck(name, *size)
    page = watched.page
    count = page.evaluate("Reveal.getTotalSlides()")
    assert count > 10
    cut_off, small, seen = {}, {}, set()
    for number in range(count):
        seen.add(tuple(page.evaluate(WHERE)))
        cut_off[number] = page.evaluate(CUT_OFF)
        if page.evaluate(KIND) == "picture":
            small[number] = page.evaluate(LARGE)
        if name in SHOWN and size == (1280, 720):
            page.screenshot(path=PICTURES / f"slides-{name[:2]}-{number:02}.png")
        page.keyboard.press("Space")
    assert len(seen) == count
    assert {number: parts for number, parts in cut_off.items() if parts} == {}
    assert min(small.values()) > 0.7
    assert watched.wrong == []


def test_the_arrows_move_and_the_answer_is_below_its_question(open_deck):
    watched = open_deck("02_luck_has_a_distribution")
    page = watched.page
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(WHERE) == [2, 0]
    assert page.locator("section.present section.present h2").inner_text() == "Predict"
    answer = page.locator("pre", has_text="luckiest 0.722")
    assert answer.evaluate(HIDDEN)
    page.keyboard.press("ArrowDown")
    assert page.evaluate(WHERE) == [2, 1]
    assert not answer.evaluate(HIDDEN)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")  # whoever does not want the answer goes on
    assert page.evaluate(WHERE) == [3, 0]
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(WHERE) == [2, 0]
    assert watched.wrong == []


def test_the_speakers_view_shows_the_lessons_text(open_deck):
    watched = open_deck("02_luck_has_a_distribution")
    page = watched.page
    asked = []
    page.context.on("request", lambda request: asked.append(request.url))
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    with page.context.expect_page() as opened:
        page.keyboard.press("s")
    notes = opened.value.locator(".speaker-controls-notes .value")
    notes.get_by_text("Moving it down one case at a time").wait_for()
    assert [url for url in asked if not url.startswith(("file:", "about:", "data:", "blob:"))] == []


def test_formulas_have_a_height(open_deck):
    watched = open_deck("06_tango_intervals")
    page = watched.page
    while page.evaluate(KIND) != "formula":
        page.keyboard.press("ArrowRight")
    formula = page.locator("section.present section.present math").first.bounding_box()
    assert formula["height"] > 40
    assert formula["width"] > 200


def test_the_list_of_decks_opens_each(open_deck, browser, built_slides):
    watched = Watched(browser, built_slides.as_uri(), 390)
    watched.open("index.html")
    too_wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert watched.page.evaluate(too_wide) <= 0
    for name in LESSONS:
        watched.open("index.html")
        watched.page.locator(f'a[href="{name}.html"]').click()
        watched.page.wait_for_function(READY)
        assert watched.page.locator("h1").first.is_visible()
    assert watched.wrong == []
    watched.close()


@pytest.mark.parametrize("kind", ["title", "question", "picture", "checkpoint", "answer", "trap"])
def test_axe_finds_nothing_serious(open_deck, kind):
    from axe_playwright_python.sync_playwright import Axe

    page = open_deck("04_two_classifiers").page
    while page.evaluate(KIND) != kind:
        page.keyboard.press("Space")
    found = Axe().run(page).response["violations"]
    grave = [(v["id"], v["nodes"][0]["html"]) for v in found if v["impact"] in SERIOUS]
    assert grave == []
