"""The marking page in a real browser: a whole class by keyboard, from the page to the gradebook."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe

from tools.classroom import written_questions
from tools.marking import collect, main

from .. import marked_class
from ..marked_class import ATTACK, LUCK, MARKED, WAITING, WORDS
from .lab import ROOT

classroom, room = marked_class.classroom, marked_class.room
PICTURES = ROOT / "build" / "screenshots" / "marking"
SCREENS = {
    "desktop": {"viewport": {"width": 1300, "height": 850}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "dark": {"viewport": {"width": 1300, "height": 850}, "color_scheme": "dark"},
    "dark phone": {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"},
}
#: Is the beginning of an element on the screen, and nothing above it?
IN_VIEW = """selector => {
    const wanted = document.querySelector(selector);
    const place = wanted.getBoundingClientRect();
    const found = document.elementFromPoint(place.left + 5, place.top + 12);
    return wanted === found || wanted.contains(found);
}"""


@pytest.fixture
def context(browser):
    context = browser.new_context(**SCREENS["desktop"])
    context.set_default_timeout(10_000)
    yield context
    context.close()


def open_page(context, room):
    """The page as it is made now; whatever it complains of is in `complaints`."""
    assert main([LUCK, "--folder", str(room.folder)]) == 0
    page = context.new_page()
    page.complaints, page.requests = [], []
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.on("console", lambda message: page.complaints.append(message.text))
    page.on("request", lambda request: page.requests.append(request.url))
    page.goto((room.folder / "marking" / "02_luck-luck-words.html").as_uri())
    return page


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def answers(room):
    """The pile as it is in the gradebook, in the order of the page."""
    return collect(room, LUCK, written_questions(LUCK)[0]).answers


def given(page):
    return page.eval_on_selector_all(".given", "all => all.map(e => e.textContent)")


def progress(page):
    return page.inner_text("#progress")


def save(page, folder):
    with page.expect_download() as waiting:
        page.keyboard.press("s")
    assert waiting.value.suggested_filename == "02_luck-luck-words.marks.json"
    path = folder / waiting.value.suggested_filename
    waiting.value.save_as(path)
    return path


def test_a_class_is_marked_by_keyboard_closed_opened_saved_and_read(room, context, tmp_path):
    order = answers(room)
    page = open_page(context, room)
    assert progress(page) == "1 of 9 marked"
    plan = {}
    # "u" leads to whatever is open, wherever one begins.
    for turn in range(4):
        number = int(page.get_attribute("[aria-current]", "id").removeprefix("answer-"))
        points = turn if turn < 3 else 2.5
        press(page, *(["2", "h"] if turn == 3 else [str(turn)]))
        assert f"Answer {number}: {points} of 3 points." in page.inner_text("#said")
        press(page, "c")
        page.keyboard.type(f"remark {turn}, c u j 3")
        press(page, "Escape")
        plan[order[number - 1].student] = (points, f"remark {turn}, c u j 3")
        press(page, "u")
    assert progress(page) == "5 of 9 marked"
    page.close()

    page = open_page(context, room)  # made anew: the marks are still there
    assert progress(page) == "5 of 9 marked"
    for _ in range(len(order)):
        number = int(page.get_attribute("[aria-current]", "id").removeprefix("answer-"))
        answer = order[number - 1]
        if "All answers" in page.inner_text("#said") or answer.student in plan:
            break
        if answer.again:
            press(page, "a")
            plan[answer.student] = (answer.points, "")
        else:
            press(page, "3")
            plan[answer.student] = (3, "")
        press(page, "u")
    assert progress(page) == "9 of 9 marked"
    assert set(plan) == {*WAITING, "Ivo Ives"}
    assert page.inner_text("#said") == "All answers are marked. Press s to save."

    path = save(page, tmp_path)
    assert main([LUCK, "--read", str(path), "--folder", str(room.folder)]) == 0
    scores = {student: cells[WORDS] for student, cells in room.scores(LUCK).items()}
    assert {s: (scores[s].by_hand, scores[s].comment or "") for s in plan} == plan
    assert not any(scores[student].asks for student in plan)
    points, comment, _ = MARKED["Hana Hale"]
    assert (scores["Hana Hale"].by_hand, scores["Hana Hale"].comment) == (points, comment)

    page = open_page(context, room)  # and from the gradebook
    assert progress(page) == "9 of 9 marked"
    shown = dict(zip((a.student for a in order), given(page), strict=True))
    assert {s: shown[s] for s in plan} == {s: f"{p:g} of 3" for s, (p, _) in plan.items()}


def test_an_answer_is_text_whatever_it_holds_and_nothing_is_loaded(room, context):
    page = open_page(context, room)
    texts = page.eval_on_selector_all(".text", "all => all.map(e => e.textContent)")
    assert ATTACK in texts
    assert WAITING["Asa Ambler"] in texts
    assert page.title() == "Marking 02_luck: luck-words"
    assert page.locator("main img, main script").count() == 0
    assert page.complaints == []
    assert len(page.requests) == 1
    # Not even a script that got in would run.
    page.evaluate("""() => {
        const script = document.createElement("script");
        script.textContent = "document.title = 'caught'";
        document.body.append(script);
    }""")
    assert page.title() == "Marking 02_luck: luck-words"


def test_keys_go_back_and_forth_give_halves_and_refuse_too_much(room, context):
    page = open_page(context, room)
    press(page, *["k"] * 20)
    assert page.get_attribute("[aria-current]", "id") == "answer-1"
    press(page, "j", "ArrowDown", "ArrowUp")
    assert page.get_attribute("[aria-current]", "id") == "answer-2"
    card = page.locator("#answer-2")
    before = card.locator(".given").inner_text()
    for key, after in (("1", "1 of 3"), ("+", "1.5 of 3"), ("h", "1 of 3"), ("3", "3 of 3")):
        press(page, key)
        assert card.locator(".given").inner_text() == after
        pressed = card.locator("[data-points][aria-pressed=true]").inner_text()
        assert pressed == after[0]
    for key in ("h", "4", "9"):
        press(page, key)
        assert page.inner_text("#said") == "At most 3 points."
        assert card.locator(".given").inner_text() == "3 of 3"
    press(page, "Backspace")
    assert card.locator(".given").inner_text() == before
    press(page, "Control+j")
    assert page.get_attribute("[aria-current]", "id") == "answer-2"


def test_the_same_words_get_the_same_points_at_once(room, context):
    page = open_page(context, room)
    order = [answer.student for answer in answers(room)]
    first, second = (order.index(s) + 1 for s in ("Cleo O'Elm, Jr.", 'Dara "D" Dray'))
    note = page.locator(f"#answer-{first} .note").inner_text()
    assert f"Word for word the same as answer {second}." in " ".join(note.split())
    page.locator(f"#answer-{first}").focus()
    press(page, "e")
    assert page.inner_text("#said") == "Give this answer points first."
    press(page, "2", "e")
    assert given(page)[second - 1] == "2 of 3"
    assert page.inner_text("#said") == f"2 points for answers {first}, {second}."


def test_names_are_shown_on_a_key_and_help_closes(room, context):
    page = open_page(context, room)
    assert "Asa Ambler" not in page.inner_text("main")
    press(page, "n")
    assert "Asa Ambler" in page.inner_text("main")
    press(page, "?")
    assert page.locator("#help").is_visible()
    press(page, "2", "Escape")  # keys below the list do nothing
    assert not page.locator("#help").is_visible()
    assert progress(page) == "1 of 9 marked"


def test_what_changed_in_the_gradebook_is_newer_than_what_the_browser_remembers(room, context):
    page = open_page(context, room)
    number = [answer.student for answer in answers(room)].index("Asa Ambler")
    page.locator(f"#answer-{number + 1}").focus()
    press(page, "1")
    page.close()
    room.ask_gradebook(
        f"g = gb.find_grade({WORDS!r}, 'luck', {LUCK!r}, 'Asa Ambler')\n"
        "g.manual_score, g.needs_manual_grade = 3, False\ngb.db.commit()"
    )
    page = open_page(context, room)
    assert given(page)[number] == "3 of 3"


def focus(page, room, student):
    number = [answer.student for answer in answers(room)].index(student) + 1
    page.locator(f"#answer-{number}").focus()


def test_a_file_holds_only_what_was_given_here_and_what_was_there_before(room, context, tmp_path):
    page = open_page(context, room)
    assert json.loads(save(page, tmp_path).read_text(encoding="utf-8"))["marks"] == []
    assert "8 left to mark" in page.inner_text("#said")
    focus(page, room, "Ivo Ives")
    press(page, "a")
    focus(page, room, "Asa Ambler")
    press(page, "2")
    whole = json.loads(save(page, tmp_path).read_text(encoding="utf-8"))
    found = {mark["student"]: (mark["points"], mark["from"]) for mark in whole["marks"]}
    assert found == {
        "Ivo Ives": (1, [{"points": 1, "comment": ""}]),
        "Asa Ambler": (2, [{"points": None, "comment": ""}]),
    }


def test_a_mark_can_be_changed_on_the_same_page_after_it_was_read(room, context, tmp_path):
    page = open_page(context, room)
    focus(page, room, "Asa Ambler")
    for key, points in (("2", 2), ("1", 1), ("3", 3)):
        press(page, key)
        path = save(page, tmp_path)
        assert main([LUCK, "--read", str(path), "--folder", str(room.folder)]) == 0
        assert room.scores(LUCK)["Asa Ambler"][WORDS].by_hand == points
        page.reload()  # what was saved is remembered as well
        focus(page, room, "Asa Ambler")


@pytest.mark.parametrize("screen", SCREENS)
def test_every_screen_shows_scheme_and_answer_together_and_axe_is_content(room, browser, screen):
    context = browser.new_context(**SCREENS[screen])
    page = open_page(context, room)
    press(page, "j", "j", "j", "2", "h", "n")
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"{screen}.png")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for selector in ("[aria-current] .text", "aside li", "#said"):
        assert page.evaluate(IN_VIEW, selector), selector
    heights = page.eval_on_selector_all(
        "button:not([hidden]), textarea",
        "all => all.filter(e => e.checkVisibility()).map(e => e.getBoundingClientRect().height)",
    )
    assert min(heights) >= 44
    for key in ("?", "Escape"):
        found = Axe().run(page).response["violations"]
        serious = [v for v in found if v["impact"] in ("serious", "critical")]
        assert not serious, [(v["id"], [n["html"] for n in v["nodes"]]) for v in serious]
        press(page, key)
    context.close()


def test_fingers_can_mark_too(room, browser):
    context = browser.new_context(**SCREENS["phone"])
    page = open_page(context, room)
    card = page.locator("article[aria-current]")
    card.get_by_role("button", name="2", exact=True).tap()
    card.get_by_role("button", name="half a point more").tap()
    assert card.locator(".given").inner_text() == "2.5 of 3"
    with page.expect_download():
        page.get_by_role("button", name="Save").tap()
    context.close()
