"""The front end as one text: a module of `front/` with all that it imports.

The modules are plain JavaScript, one idea a file. JupyterLab takes a panel as a single module
(anywidget), and a page that is opened from a file may import none, so they are put together here:
each becomes a function that is called once, after those it needs. Nothing is compiled and nothing
built is stored; whoever changes the front end needs no tool for it.

What a module may say, each at the beginning of a line: `import { a, b } from "./there.js";`,
`export function` (or `function*`, `const`, `class`) and `export default`.
"""

import re
from functools import lru_cache
from pathlib import Path

FRONT = Path(__file__).with_name("front")

_IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:function\*? ?|const |class )(\w+))", re.MULTILINE)
_DEFAULT = re.compile(r"^export default ", re.MULTILINE)
#: Left out, for every saved notebook carries the text: whole lines of comment, and indentation.
_IDLE = re.compile(r"^\s*//.*\n|^ +|^\n", re.MULTILINE)


@lru_cache(maxsize=64)
def as_module(name: str) -> str:
    """The module `name`, of `front/`, and all it needs: what anywidget takes."""
    return f'{_together((name,))}export default M["{name}"].default;\n'


@lru_cache(maxsize=8)
def as_script(*names: str, then: str = "") -> str:
    """The same for a plain `<script>`: `then` is what to do with `M`, the modules by name."""
    return f"(() => {{\n{_together(names)}{then}\n}})();\n"


def _together(names: tuple[str, ...]) -> str:
    texts: dict[str, str] = {}
    for name in names:
        _collect(FRONT / name, texts)
    return "const M = {};\n" + "".join(texts.values())


def _collect(path: Path, texts: dict[str, str]) -> None:
    """Put a module behind those that it imports."""
    name = _name(path)
    if name in texts:
        return
    source = path.read_text(encoding="utf-8")
    for _, there in _IMPORT.findall(source):
        _collect((path.parent / there).resolve(), texts)
    exported = list(_EXPORT.findall(source))
    source = _IMPORT.sub(
        lambda found: f'const {{{_renamed(found[1])}}} = M["{_name(path.parent / found[2])}"];\n',
        source,
    )
    source = _EXPORT.sub("", source)
    source, defaults = _DEFAULT.subn("const _default = ", source)
    gives = ", ".join([*exported, *(["default: _default"] if defaults else [])])
    texts[name] = f'M["{name}"] = (() => {{\n{_IDLE.sub("", source)}return {{ {gives} }};\n}})();\n'


def _name(path: Path) -> str:
    return path.resolve().relative_to(FRONT.resolve()).as_posix()


def _renamed(names: str) -> str:
    """`a as b` is `a: b` where an object is taken apart."""
    return " ".join(names.replace(" as ", ": ").split())
