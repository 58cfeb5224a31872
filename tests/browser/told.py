"""What a panel's module says for given values, without a page around it."""

import json

from course_lib.widgets.bundle import as_script

# A module's `show` answers at once, or step by step as a generator.
SHOW = """([module, data, settings]) => {
    const show = window.front[module].show;
    const seen = v => {
        const found = show(v, { width: 590, height: 330, data, state: undefined });
        if (typeof found?.next !== "function") return found;
        for (;;) {
            const { value, done } = found.next();
            if (done) return value;
        }
    };
    return JSON.stringify(settings.map(v => {
        const { words, alt } = seen(v);
        return [words, alt];
    }));
}"""


class Said:
    """The module of a panel, loaded into an empty page."""

    def __init__(self, page, panel):
        self.page, self.panel = page, panel
        self.module = f"panels/{panel.front}.js"
        page.add_script_tag(content=as_script(self.module, then="window.front = M;"))

    def words_and_alt(self, settings):
        """For each of the settings, what the panel says and how its picture is described."""
        found = self.page.evaluate(SHOW, [self.module, self.panel.data, list(settings)])
        return [tuple(pair) for pair in json.loads(found)]

    def differ_from_python(self, settings):
        """The settings for which Python says something else, with both."""
        settings = list(settings)
        said = self.words_and_alt(settings)
        pairs = zip(settings, said, strict=True)
        return [(v, js, py) for v, js in pairs if js != (py := tuple(self.panel.tell(v)))]
