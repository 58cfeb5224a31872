"""The front end's functions, called in a real browser: for comparing them with Python's."""

import json

from course_lib.widgets.bundle import as_script

# Numbers that JSON cannot say travel as words.
CALL = """([module, name, inputs]) => {
    const f = window.front[module][name];
    const plain = (_, value) =>
        ArrayBuffer.isView(value) ? [...value]
        : typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
    return JSON.stringify(inputs.map(input => f(...input)), plain);
}"""


class Front:
    """Modules of `front/`, loaded into an empty page."""

    def __init__(self, page, *modules):
        self.page = page
        page.add_script_tag(content=as_script(*modules, then="window.front = M;"))

    def call(self, module, name, inputs):
        """What the function says to each of the inputs, which are lists of arguments."""
        found = self.page.evaluate(CALL, [module, name, [list(i) for i in inputs]])
        return json.loads(found)
