"""A live panel on a page of its own, opened from a file, without a kernel."""

from course_lib.widgets import LIVE_WIDGETS
from course_lib.widgets.panel import Panel as PythonPanel
from course_lib.widgets.static import live_html, panels_script

from .panel import Panel

PAGE = """<!doctype html><html lang="en" style="color-scheme: light dark"><head>
<meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
</head><body style="margin: 8px; background: Canvas; color: CanvasText"><main>
<h1 style="font-size: 16px">{title}</h1>{body}</main></body></html>"""
#: The panels by name, without the checkpoint.
PANELS = [name for name, widget in LIVE_WIDGETS.items() if issubclass(widget, PythonPanel)]
VALUES = """() => {
    const model = document.querySelector(".course-live").model;
    const names = Object.keys(model.get("spec").controls);
    return Object.fromEntries(names.map(name => [name, model.get(name)]));
}"""


def open_page(context, file, title, body):
    """A page from a file; it notes errors and requests in `errors` and `requests`."""
    page = context.new_page()
    page.errors, page.requests = [], []
    page.on("request", lambda request: page.requests.append(request.url))
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    file.write_text(PAGE.format(title=title, body=body), encoding="utf-8")
    page.goto(file.as_uri())
    return page


def open_live(context, folder, name, settings=None):
    """A page with the panel or checkpoint `name`."""
    body = f"{live_html(name, settings or {})}<script>{panels_script()}</script>"
    return open_page(context, folder / f"{name}.html", name, body)


class LivePanel(Panel):
    """The panel `name`, and its twin in Python."""

    def __init__(self, context, folder, name):
        page = open_live(context, folder, name)
        super().__init__(page, page.query_selector(".course-panel"))
        self.twin = LIVE_WIDGETS[name]()

    def values(self):
        """What the controls say, as Python would have it."""
        return self.page.evaluate(VALUES)
