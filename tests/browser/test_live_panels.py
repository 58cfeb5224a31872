"""Every panel without a kernel, on a desktop and on a phone: each control to both ends."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from course_lib.widgets import LIVE_WIDGETS

from .lab import ROOT
from .live import PANELS, LivePanel, open_live

PICTURES = ROOT / "build" / "screenshots" / "live"
SCREENS = {
    "desktop": {"viewport": {"width": 940, "height": 700}},
    "narrow": {"viewport": {"width": 660, "height": 700}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "dark": {"viewport": {"width": 940, "height": 700}, "color_scheme": "dark"},
}
TOUCHED = (
    ".course-live-part :is(button, select, input[type=range], .course-typed), .course-option, "
    ".course-boxes label"
)
SIZES = """selector => [...document.querySelectorAll(selector)].map(
    e => [e.className || e.tagName, e.getBoundingClientRect().height])"""
#: A laptop's screen shows no more.
HIGHEST = 620


@pytest.fixture(params=SCREENS)
def screen(request, browser):
    context = browser.new_context(**SCREENS[request.param])
    context.set_default_timeout(10_000)
    yield request.param, context
    context.close()


@pytest.mark.parametrize("name", PANELS)
def test_every_control_moves_picture_and_words_as_python_says(name, screen, tmp_path):
    kind, context = screen
    panel = LivePanel(context, tmp_path, name)
    PICTURES.mkdir(parents=True, exist_ok=True)
    panel.page.screenshot(path=PICTURES / f"{name}-{kind}.png", full_page=True)

    def look(what):
        assert not panel.crossed(), (what, panel.values())
        if panel.twin.tells_all:
            values = panel.values()
            expected = panel.twin.tell(values).words.replace("`", "")  # they are set as code
            assert panel.see()["words"] == expected, (what, values)
        if kind != "phone":
            assert panel.height <= HIGHEST, what

    look("at first")
    panel.work_everything(look)
    assert not panel.nameless()
    assert not panel.page.errors
    assert all(url.startswith(("file:", "data:", "blob:")) for url in panel.page.requests)


@pytest.mark.parametrize("name", list(LIVE_WIDGETS))
def test_axe_finds_nothing_serious_and_fingers_hit(name, screen, tmp_path):
    kind, context = screen
    page = open_live(context, tmp_path, name, {} if name in PANELS else {"name": "luck-level"})
    page.wait_for_selector(".course-picture svg, .course-answer *")
    found = Axe().run(page).response["violations"]
    serious = [v for v in found if v["impact"] in ("serious", "critical")]
    assert not serious, [(v["id"], [n["html"] for n in v["nodes"]]) for v in serious]
    sizes = page.evaluate(SIZES, TOUCHED)
    assert sizes
    assert kind != "phone" or all(height >= 44 for _, height in sizes), sizes


@pytest.mark.parametrize("name", PANELS)
def test_numbers_can_be_typed_and_nonsense_is_refused(name, browser, tmp_path):
    context = browser.new_context()
    panel = LivePanel(context, tmp_path, name)
    for row in panel.find(".course-row:has(.course-typed)"):
        field, slider = row.query_selector(".course-typed"), row.query_selector("input[type=range]")
        key, complaint = slider.get_attribute("name"), row.query_selector(".course-complaint")
        before = panel.values()
        field.fill("nonsense")
        field.press("Enter")
        assert complaint.is_visible()
        assert panel.values() == before
        slider.press("Home")  # one of the two moves it
        slider.press("End")
        panel.settle()
        assert not complaint.is_visible()
        wanted = panel.values()[key]
        panel.reset()
        field.fill(str(wanted))
        field.press("Enter")
        panel.settle()
        assert panel.values()[key] == wanted, key
        panel.reset()
    assert not panel.page.errors
    context.close()


def test_a_checkpoint_answers_to_keys(browser, tmp_path):
    context = browser.new_context()
    page = open_live(context, tmp_path, "Checkpoint", {"name": "luck-level"})
    answer = page.locator(".course-answer")
    assert "Not attempted" in answer.inner_text()
    page.get_by_role("button", name="Hint").press("Enter")
    assert "Hint 1" in answer.inner_text()
    options = page.query_selector_all("input[type=radio]")
    options[0].focus()
    said = set()
    for key in ("Space", "Enter", "Space"):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.checked")
        said.add(answer.inner_text())
        page.keyboard.press("ArrowDown")
    assert sum("Correct" in text for text in said) == 1
    assert len(said) == len(options) == 3
    assert not page.errors
    context.close()


def test_keys_lead_past_options_without_choosing_them(browser, tmp_path):
    # Or who has no mouse could not give the last option as a first answer.
    context = browser.new_context()
    page = open_live(context, tmp_path, "Checkpoint", {"name": "luck-level"})
    page.query_selector("input[type=radio]").focus()
    for key, letter in {
        "ArrowDown": "b",
        "ArrowRight": "c",
        "ArrowLeft": "b",
        "ArrowUp": "a",
        "Shift+Enter": "a",  # in a notebook it runs a cell
        "Control+Enter": "a",
    }.items():
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.value") == letter, key
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.value") == "c"  # round the corner
    assert "Not attempted" in page.locator(".course-answer").inner_text()
    page.keyboard.press("Space")
    assert page.evaluate("document.querySelector('.course-live').model.get('tried')") == ["c"]
    context.close()
