"""Every panel without a kernel, on a desktop and on a phone: each control to both ends."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from course_lib.widgets import LIVE_WIDGETS
from course_lib.widgets.panel import Panel

from .lab import ROOT
from .live import LivePanel

PICTURES = ROOT / "build" / "screenshots" / "live"
PANELS = [name for name, widget in LIVE_WIDGETS.items() if issubclass(widget, Panel)]
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
    live = LivePanel(context, tmp_path, name)
    first = live.see()
    PICTURES.mkdir(parents=True, exist_ok=True)
    live.page.screenshot(path=PICTURES / f"{name}-{kind}.png", full_page=True)
    told = 0
    for what, move in list(live.moves()):
        before = live.see()
        move()
        after = live.see()
        if after["values"] != before["values"]:
            assert after["picture"] != before["picture"], what
            assert after["alt"], what
        if live.panel.tells_all:
            assert after["words"] == live.panel.tell(after["values"]).words, (what, after["values"])
            told += 1
        assert not live.crossed(), (what, after["values"])
        if kind in ("desktop", "dark"):
            assert after["height"] <= HIGHEST, what
        if what.startswith("ArrowRight") or what.split()[0] not in ("Home", "End", "ArrowLeft"):
            back = live.reset()
            assert (back["values"], back["words"]) == (first["values"], first["words"]), what
    assert told or not live.panel.tells_all
    assert not live.errors
    assert all(url.startswith(("file:", "data:", "blob:")) for url in live.requests)


@pytest.mark.parametrize("name", list(LIVE_WIDGETS))
def test_no_serious_finding_of_axe(name, screen, tmp_path):
    kind, context = screen
    settings = {} if name in PANELS else {"name": "luck-level"}
    live = LivePanel(context, tmp_path, name, settings)
    found = Axe().run(live.page).response["violations"]
    serious = [v for v in found if v["impact"] in ("serious", "critical")]
    assert not serious, [(v["id"], [n["html"] for n in v["nodes"]]) for v in serious]
    sizes = live.page.evaluate(SIZES, TOUCHED)
    assert kind != "phone" or all(height >= 44 for _, height in sizes), sizes


@pytest.mark.parametrize("name", PANELS)
def test_numbers_can_be_typed_and_nonsense_is_refused(name, browser, tmp_path):
    context = browser.new_context()
    live = LivePanel(context, tmp_path, name)
    fields = live.page.query_selector_all(".course-typed")
    for field in fields:
        row = field.evaluate_handle("f => f.closest('.course-row')").as_element()
        key = row.query_selector("input[type=range]").get_attribute("name")
        before = live.see()["values"]
        field.fill("nonsense")
        field.press("Enter")
        assert row.query_selector(".course-complaint").is_visible()
        assert live.see()["values"] == before
        low = row.query_selector("input[type=range]")
        live.press(low, "End")
        wanted = live.see()["values"][key]
        live.reset()
        field.fill(str(wanted))
        field.press("Enter")
        live.settle()
        assert not row.query_selector(".course-complaint").is_visible()
        assert live.see()["values"][key] == pytest.approx(wanted)
        live.reset()
    assert not live.errors
    context.close()
