"""A widget panel in the browser, worked by keyboard as a reader without a mouse would."""

import re

WAIT = 30_000  # milliseconds that anything on the page may take

# What the panel shows, and where its controls stand.
SEE = """panel => {
    const picture = panel.querySelector("img.course-picture");
    return {
        words: panel.querySelector(".course-words").innerText,
        name: picture.alt || picture.title,
        values: [...panel.querySelectorAll(".noUi-handle, select, input")].map(
            e => e.type === "checkbox" ? e.checked : e.value ?? e.getAttribute("aria-valuetext")),
    };
}"""

# Promise the milliseconds from now, or from the next key press, to a picture of other content,
# and whether its words are new as well. (A new src alone means nothing: the widget makes one
# whenever anything about the picture changes.)
WATCH = """async (panel, limit) => {
    const picture = () => panel.querySelector("img.course-picture");
    const text = () => [
        panel.querySelector(".course-words").innerText, picture().alt, picture().title].join("|");
    const content = async () => {
        try {
            const answer = await fetch(picture().src);
            return new Uint8Array(await answer.arrayBuffer()).join();
        } catch {
            return old.content; // replaced while we read it; the next one will be looked at
        }
    };
    const old = {src: picture().src, text: text()};
    old.content = await content();
    let start = performance.now(), drawn = null, seen = old.src;
    const end = start + limit;
    addEventListener("keydown", () => { start = performance.now(); }, {once: true, capture: true});
    window.redrawn = new Promise(resolve => {
        const look = async () => {
            const now = performance.now();
            if (drawn === null && picture().src !== seen && picture().complete) {
                seen = picture().src;
                if (await content() !== old.content) drawn = now - start;
            }
            const said = text() !== old.text;
            if ((drawn !== null && said) || now > end) resolve({drawn, said});
            else requestAnimationFrame(look);
        };
        look();
    });
}"""

# The text beside or on a control, and whether all of it can be read.
LABEL = """control => {
    const button = control.closest("button");
    const kind = control.type === "checkbox" ? ".widget-label-basic" : ".widget-label";
    // A slider over a list of values is no .jupyter-widgets itself, and the panel's is not its own.
    const own = ".widget-inline-hbox, .jupyter-widgets";
    const label = button || control.closest(own).querySelector(kind);
    if (!label) return {text: "", cut: false};
    return {text: label.innerText.trim(), cut: label.scrollWidth > label.clientWidth + 1};
}"""

# From -1000 at the low end to 0 at the high one. (What the handle tells screen readers is rounded.)
POSITION = "handle => parseFloat(handle.parentElement.style.transform.match(/-?[\\d.]+(?=%)/)[0])"
LOW, HIGH = -1000, 0
STEPS = 5  # in a row, on the first slider; on the others one is enough


def wait_until(page, condition):
    """Ask until the answer is yes; False if that takes too long."""
    for _ in range(WAIT // 50):
        if condition():
            return True
        page.wait_for_timeout(50)
    return False


class Panel:
    """One panel. Its methods raise AssertionError where it does not do what a panel must."""

    def __init__(self, page, element):
        self.page = page
        self.element = element
        names = re.findall(r"\bcourse-panel-(\S+)", element.get_attribute("class"))
        assert len(names) == 1, f"a panel needs one class course-panel-<name>, not {names}"
        self.name = names[0]
        for part in ("img.course-picture", ".course-words", "button.course-reset"):
            assert wait_until(page, lambda p=part: element.query_selector(p)), (
                f"{self.name} has no {part}: {element.inner_text()}"
            )
        drawn = "e => e.querySelector('img.course-picture').naturalWidth > 0"
        assert wait_until(page, lambda: element.evaluate(drawn)), f"{self.name}: an empty picture"
        self.first = self.see()

    def see(self):
        """The words, the picture's name and the controls' values."""
        return self.element.evaluate(SEE)

    def controls(self, selector):
        """The controls that a reader can see and use."""
        return [
            control
            for control in self.element.query_selector_all(selector)
            if control.is_visible()
            and control.evaluate("e => !e.disabled && !e.closest('[disabled]')")
        ]

    def expect_change(self, what, action):
        """Do it; the picture and its words must change. Returns the milliseconds until then."""
        self.element.evaluate(WATCH, WAIT)
        action()
        found = self.page.evaluate("window.redrawn")
        assert found["drawn"] is not None, f"{self.name}: {what} does not change the picture"
        assert found["said"], (
            f"{self.name}: {what} changes neither the words nor the picture's name"
        )
        return found["drawn"]

    def press(self, control, key):
        """Press a key on a control; the picture must follow."""
        what = f"{key} on {control.evaluate(LABEL)['text']!r}"
        return self.expect_change(what, lambda: control.press(key))

    def walk(self, handle, steps):
        """Press an arrow key again and again, back from an end. Returns the milliseconds."""
        times, key = [], "ArrowRight"
        for _ in range(steps):
            key = {HIGH: "ArrowLeft", LOW: "ArrowRight"}.get(handle.evaluate(POSITION), key)
            times.append(self.press(handle, key))
        return times

    def reset(self):
        """The reset button brings the beginning back."""
        self.element.query_selector(".course-reset").press("Enter")
        back = wait_until(self.page, lambda: self.see() == self.first)
        assert back, f"{self.name}: reset leaves {self.see()}, not {self.first}"

    def work_everything(self):
        """Use each control; after each, go back to the beginning."""
        handles, lists = self.controls(".noUi-handle"), self.controls("select")
        buttons = self.controls("button:not(.course-reset):not(.mod-active)")
        boxes = self.controls("input[type=checkbox]")
        assert handles or lists or buttons or boxes, f"{self.name} has nothing to play with"
        for number, handle in enumerate(handles):
            self.walk(handle, 1 if number else STEPS)
            for key, end in (("Home", LOW), ("End", HIGH)):
                if handle.evaluate(POSITION) != end:
                    self.press(handle, key)
            self.reset()
        for choice in lists:
            chosen, options = choice.evaluate("e => [e.selectedIndex, e.options.length]")
            # Not the arrows: on a closed list JupyterLab takes them to walk through the cells.
            self.press(choice, "Home" if chosen == options - 1 else "End")
            reached = choice.evaluate("e => e.selectedIndex")
            for other in set(range(options)) - {chosen, reached}:
                what = f"option {other} of {choice.evaluate(LABEL)['text']!r}"
                self.expect_change(what, lambda i=other, c=choice: c.select_option(index=i))
            self.reset()
        for control, key in [*((b, "Enter") for b in buttons), *((b, "Space") for b in boxes)]:
            self.press(control, key)
            self.reset()

    def complain_about_names(self):
        """What has no name, or one that is cut off, in words."""
        complaints = []
        for control in self.controls(".noUi-handle, select, input, textarea, button"):
            label = control.evaluate(LABEL)
            if not label["text"]:
                kind = control.evaluate("e => e.className || e.tagName")
                complaints.append(f"{self.name}: a control ({kind}) has no label")
            elif label["cut"]:
                complaints.append(f"{self.name}: the label {label['text']!r} is cut off")
        for picture in self.element.query_selector_all("img"):
            if not picture.evaluate("e => (e.alt || e.title).trim()"):
                complaints.append(f"{self.name}: a picture has no alternative text")
        return complaints
