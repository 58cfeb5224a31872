"""A live panel on a page of its own, opened from a file, and worked like a reader would."""

from course_lib.widgets import LIVE_WIDGETS
from course_lib.widgets.static import live_html, panels_script

PAGE = """<!doctype html><html lang="en" style="color-scheme: light dark"><head>
<meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
</head><body style="margin: 8px; background: Canvas; color: CanvasText"><main><h1
style="font-size: 16px">{title}</h1>{place}</main><script>{script}</script></body></html>"""

# Done when the picture has stopped changing: work in slices says that it is busy.
SETTLED = """() => new Promise(done => {
    const look = () => document.querySelector(".course-busy") ? setTimeout(look, 10)
        : requestAnimationFrame(() => document.querySelector(".course-busy") ? look() : done());
    setTimeout(look, 0);
})"""
SEEN = """() => {
  const model = document.querySelector(".course-live").model;
  const names = Object.keys(model.get("spec").controls);
  return {
    picture: document.querySelector(".course-picture").innerHTML,
    alt: document.querySelector(".course-picture").getAttribute("aria-label"),
    words: document.querySelector(".course-words").textContent,
    height: document.querySelector(".course-panel").getBoundingClientRect().height,
    values: Object.fromEntries(names.map(name => [name, model.get(name)])),
  };
}"""
# Texts of a picture that run into each other, or out of the panel; boxes a little smaller than
# they are, for letters do not fill them.
CROSSED = """() => {
    const found = [];
    for (const svg of document.querySelectorAll(".course-picture svg")) {
        const texts = [...svg.querySelectorAll("text")].filter(t => t.textContent.trim());
        const boxes = texts.map(t => t.getBoundingClientRect());
        const page = document.querySelector(".course-panel").getBoundingClientRect();
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


class LivePanel:
    """The panel `name` with settings of its own, in a browser context."""

    def __init__(self, context, folder, name, settings=None):
        self.panel = LIVE_WIDGETS[name].as_set(settings or {})
        self.errors, self.requests = [], []
        context.on("request", lambda request: self.requests.append(request.url))
        self.page = context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        file = folder / f"{name}.html"
        place = live_html(name, settings or {})
        file.write_text(PAGE.format(title=name, place=place, script=panels_script()), "utf-8")
        self.page.goto(file.as_uri())
        self.settle()

    def settle(self):
        """Wait until the picture is drawn."""
        self.page.evaluate(SETTLED)

    def see(self):
        """The picture, its words and the values behind them."""
        return self.page.evaluate(SEEN)

    def sliders(self):
        return self.page.query_selector_all("input[type=range]")

    def press(self, control, key):
        """Press a key on a control; what is seen then."""
        control.focus()
        self.page.keyboard.press(key)
        self.settle()
        return self.see()

    def moves(self):
        """All that a reader can do to the controls, each as (what, function that does it)."""
        for slider in self.sliders():
            name = slider.get_attribute("name")
            for key in ("Home", "End", "ArrowLeft", "ArrowRight"):
                yield f"{key} on {name}", lambda s=slider, k=key: self.press(s, k)
        for select in self.page.query_selector_all("select"):
            for index in range(select.evaluate("s => s.options.length")):
                yield (
                    f"option {index} of {select.get_attribute('name')}",
                    lambda s=select, i=index: (s.select_option(index=i), self.settle()),
                )
        for box in self.page.query_selector_all("input[type=checkbox]"):
            yield f"box {box.get_attribute('value')}", lambda b=box: self.press(b, "Space")

    def reset(self):
        self.page.click(".course-reset")
        self.settle()
        return self.see()

    def crossed(self):
        """Texts that run into each other."""
        return self.page.evaluate(CROSSED)
