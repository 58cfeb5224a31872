"""A panel in the browser, worked by keyboard as a reader without a mouse would."""

WAIT = 30_000  # milliseconds that anything on the page may take

# Drawn when two frames have passed and it is not busy: long work is done in slices, and says so.
SETTLED = """panel => new Promise(done => {
    const frame = then => requestAnimationFrame(() => setTimeout(then));
    const look = () => panel.matches(".course-busy") ? setTimeout(look, 5)
        : frame(() => panel.matches(".course-busy") ? look() : done());
    frame(look);
})"""

# What the panel shows, and where its controls stand.
SEE = """panel => {
    const picture = panel.querySelector(".course-picture");
    return {
        picture: picture.innerHTML,
        alt: picture.getAttribute("aria-label"),
        words: panel.querySelector(".course-words").textContent.replaceAll("\u00a0", " "),
        controls: [...panel.querySelectorAll("input, select")].map(
            e => e.type === "checkbox" ? e.checked : e.value),
    };
}"""

# Texts of a picture that run into each other, or out of the panel. Boxes may touch a little, for
# letters do not fill them.
CROSSED = """panel => {
    const found = [], page = panel.getBoundingClientRect();
    for (const svg of panel.querySelectorAll(".course-picture svg")) {
        const texts = [...svg.querySelectorAll("text")].filter(t => t.textContent.trim());
        const boxes = texts.map(t => t.getBoundingClientRect());
        boxes.forEach((a, i) => {
            const name = texts[i].textContent;
            if (a.left < page.left - 1 || a.right > page.right + 1) found.push(["out", name]);
            boxes.slice(i + 1).forEach((b, j) => {
                const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
                const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
                if (wide > 2 && high > 4) found.push([name, texts[i + 1 + j].textContent]);
            });
        });
    }
    return found;
}"""

# The milliseconds from the next key press or choice to a picture of other content, or none.
WATCH = """(panel, limit) => {
    const picture = panel.querySelector(".course-picture"), old = picture.innerHTML;
    let start = null;
    const begin = () => { start ??= performance.now(); };
    addEventListener("keydown", begin, {once: true, capture: true});
    addEventListener("change", begin, {once: true, capture: true});
    window.redrawn = new Promise(resolve => {
        const stop = setTimeout(() => resolve(null), limit);
        const observer = new MutationObserver(() => {
            if (picture.innerHTML === old || panel.matches(".course-busy")) return;
            observer.disconnect();
            clearTimeout(stop);
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
        });
        observer.observe(panel, {subtree: true, childList: true, attributes: true});
    });
}"""

# Controls whose name cannot be read.
NAMELESS = """panel => [...panel.querySelectorAll("input, select, button")].filter(e => {
    const label = e.labels?.[0] ?? e, text = e.getAttribute("aria-label") || label.textContent;
    return !text.trim() || label.scrollWidth > label.clientWidth + 1 && label !== e;
}).map(e => e.name || e.className || e.tagName)"""


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
        self.name = element.get_attribute("data-panel")
        drawn = ".course-picture svg"
        assert wait_until(page, lambda: element.query_selector(drawn)), f"{self.name}: no picture"
        self.settle()
        self.first = self.see()

    def settle(self):
        """Wait until the picture is drawn."""
        self.element.evaluate(SETTLED)

    def see(self):
        """The picture, its words and the controls' values."""
        return self.element.evaluate(SEE)

    def find(self, selector):
        return self.element.query_selector_all(selector)

    @property
    def height(self):
        return self.element.bounding_box()["height"]

    def moves(self):
        """All that a reader can do to the controls: (control's name, what, how to do it)."""
        for slider in self.find("input[type=range]"):
            name = slider.get_attribute("name")
            for key in ("Home", "End", "ArrowLeft", "ArrowRight"):
                yield name, key, lambda s=slider, k=key: s.press(k)
        for select in self.find("select"):
            name = select.get_attribute("name")
            for i in range(select.evaluate("s => s.options.length")):
                yield name, f"option {i}", lambda s=select, i=i: s.select_option(index=i)
        for box in self.find("input[type=checkbox]"):
            yield box.get_attribute("value"), "Space", lambda b=box: b.press("Space")

    def do(self, what, move):
        """Make a move; picture and alternative text must follow if a control moved."""
        before = self.see()
        move()
        self.settle()
        after = self.see()
        if after["controls"] != before["controls"]:
            assert after["picture"] != before["picture"], f"{self.name}: {what} changes no picture"
            assert (after["words"], after["alt"]) != (before["words"], before["alt"]), (
                f"{self.name}: {what} changes neither the words nor the picture's name"
            )
        return after

    def work_everything(self, look=lambda what: None):
        """Make every move, look after each, and go back to the beginning after each control."""
        moved, last = set(), None
        for name, what, move in list(self.moves()):
            if last not in (None, name):
                self.reset()
            last, before = name, self.see()["controls"]
            if self.do(f"{what} on {name}", move)["controls"] != before:
                moved.add(name)
            look(f"{what} on {name}")
        self.reset()
        names = {name for name, _, _ in self.moves()}
        assert names, f"{self.name} has nothing to play with"
        assert moved == names, f"{self.name}: {names - moved} cannot be moved"

    def reset(self):
        """The reset button brings the beginning back."""
        self.element.query_selector(".course-reset").press("Enter")
        self.settle()
        now = {**self.see(), "picture": ""}
        assert now == {**self.first, "picture": ""}, f"{self.name}: reset leaves {now}"

    def milliseconds(self, move, limit=WAIT):
        """From a move to the new picture; None if it changes none."""
        self.element.evaluate(WATCH, limit)
        move()
        return self.page.evaluate("window.redrawn")

    def crossed(self):
        """Texts of the picture that run into each other or out of the panel."""
        return self.element.evaluate(CROSSED)

    def nameless(self):
        """Controls without a name, or with one that is cut off."""
        return self.element.evaluate(NAMELESS)
