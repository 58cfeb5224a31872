"""The calculators in a real browser: the sentence that Python writes, for whatever is typed."""

import random

import pytest
from axe_playwright_python.sync_playwright import Axe

from course_lib.reports.calculators import CALCULATORS, write_calculators
from course_lib.widgets.controls import Choice, Number

from .lab import ROOT
from .panel import Panel

PICTURES = ROOT / "build" / "screenshots" / "live"
BY_NAME = {calculator.front: calculator for calculator in CALCULATORS}
#: Random settings of each, besides the ends; planning a test set takes Python longest.
HOW_MANY = {"beyond_luck": 400, "four_counts": 3000, "printed": 3000}
HOW_MANY |= {"cases_for_two": 60, "cases_for_luck": 40}
# All of `show`, with what it yields on the way left out, and its words.
SAY = """([name, settings]) => settings.map(v => {
    const { settle = v => v, show } = window.front[`calculators/${name}.js`];
    const settled = settle(v, "");
    let found = show(settled, { width: 600, height: 330, data: {} });
    if (typeof found.next === "function") {
        let step = found.next();
        while (!step.done) step = found.next();
        found = step.value;
    }
    return [settled, found.words];
})"""
VALUES = """name => {
    const { model } = document.querySelector(`[data-live=${name}]`);
    return Object.fromEntries(
        Object.keys(model.get("spec").controls).map(key => [key, model.get(key)]));
}"""


def drawn(calculator, chance):
    """Settings at random, more often small than large."""
    values = {}
    for name, control in calculator.controls.items():
        if isinstance(control, Choice):
            values[name] = chance.choice([value for _, value in control.options])
        elif not isinstance(control, Number):
            values[name] = control.first
        elif control.stops:
            values[name] = chance.choice(control.stops)
        else:
            steps = round((control.high - control.low) / control.step)
            values[name] = round(control.low + control.step * chance.randrange(steps + 1), 6)
    return values


def plausible(name, values, chance):
    """What does not follow from the controls alone."""
    if name == "beyond_luck":
        most = {"top_k": 300, "f_measure": 60, "auc": 120, "accuracy": 10_000}[values["metric"]]
        values |= {k: chance.randrange(1, most) for k in ("positives", "negatives")}
        if values["metric"] == "top_k":
            values |= {"score": chance.randrange(11), "negatives": values["negatives"] + 10}
        else:
            values["score"] = round(chance.uniform(0, 1), chance.choice([1, 2, 3, 5]))
    if name == "printed":
        cases = values["cases"] = chance.choice([1, 7, 40, 200, 500, 1319, 5000])
        right = [chance.randrange(cases + 1) for _ in range(2)]
        if chance.random() < 0.5:  # close together
            right[1] = max(0, min(cases, right[0] + chance.randrange(-20, 21)))
        texts = [str(count) for count in right]
        if values["form"] == "accuracies":
            texts = [f"{100 * count / cases:.{chance.randrange(4)}f}" for count in right]
        values |= dict(zip(("first", "second"), texts, strict=True))
    if name == "cases_for_two":
        values["accuracy_b"] = round(chance.uniform(0.05, 0.95), 2)
        values["accuracy_a"] = round(min(0.99, values["accuracy_b"] + chance.uniform(0.04, 0.2)), 2)
        values |= {"alpha": 0.05, "power": chance.choice([0.6, 0.8, 0.9])}
    if name == "cases_for_luck":
        values |= {"metric": chance.choice(["auc", "accuracy"])}
        values |= {"positives": chance.randrange(1, 4), "negatives": chance.randrange(1, 4)}
    return values


@pytest.fixture(scope="module")
def sayings(front):
    return front(*(f"calculators/{name}.js" for name in BY_NAME)).page


@pytest.mark.parametrize("name", BY_NAME)
def test_they_say_what_python_says(name, sayings):
    calculator, chance = BY_NAME[name], random.Random(2005)
    asked = [plausible(name, drawn(calculator, chance), chance) for _ in range(HOW_MANY[name])]
    answers = sayings.evaluate(SAY, [name, asked])
    said = 0
    for values, words in answers:
        try:
            expected = calculator.tell(values)
        except ValueError:  # an accuracy that no count gives, a power below alpha
            assert "must" in words, (values, words)
            continue
        assert words == expected, values
        said += 1
    assert said > 0.8 * len(answers)


SCREENS = {
    "desktop": {"viewport": {"width": 1100, "height": 900}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "dark": {"viewport": {"width": 1100, "height": 900}, "color_scheme": "dark"},
}


@pytest.mark.parametrize("screen", SCREENS)
def test_the_page_from_a_file_on_every_screen(screen, browser, tmp_path):
    context = browser.new_context(**SCREENS[screen])
    page = context.new_page()
    errors, requests = [], []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda request: requests.append(request.url))
    write_calculators(tmp_path / "page.html")
    page.goto((tmp_path / "page.html").as_uri())
    for name in BY_NAME:
        panel = Panel(page, page.query_selector(f"[data-live={name}] .course-panel"))
        calculator = BY_NAME[name]

        def look(what, panel=panel, name=name, calculator=calculator):
            values = page.evaluate(VALUES, name)
            assert not panel.crossed(), (name, what, values)
            few = name == "beyond_luck" and values["metric"] == "top_k"
            if screen == "desktop" and not few:
                try:
                    assert panel.see()["words"] == calculator.tell(values), (what, values)
                except ValueError:
                    assert panel.see()["words"], what

        panel.work_everything(look)
        assert not panel.nameless()
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"calculators-{screen}.png", full_page=True)
    found = Axe().run(page).response["violations"]
    serious = [v for v in found if v["impact"] in ("serious", "critical")]
    assert not serious, [(v["id"], [n["html"] for n in v["nodes"]]) for v in serious]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not errors
    assert all(url.startswith("file:") for url in requests)
    context.close()
