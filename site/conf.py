"""How Sphinx makes the web site; `tools/build_site.py` writes what it reads."""

import sys
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))  # for mathml.py

project = "Beyond Chance"
author = "The Beyond Chance authors"
project_copyright = author
language = "en"

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.githubpages",  # GitHub must not leave out folders that begin with _
    "mathml",
]
exclude_patterns = ["originals"]

# Lessons are shown as they are stored.
nb_execution_mode = "off"
nb_ipywidgets_js: dict[str, Any] = {}
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
html_math_renderer = "mathml"

# Our docstrings write code as Markdown does, in single backquotes.
default_role = "code"
napoleon_google_docstring = False
# Methods are ways to compute, not those of a class; attributes are listed with the members.
napoleon_custom_sections = [("Methods", "params_style"), ("Attributes", "params_style")]
autodoc_preserve_defaults = True  # as they are written, not as they are at the time
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
python_use_unqualified_type_names = True
add_module_names = False

html_theme = "sphinx_book_theme"
html_title = project
html_context = {"default_mode": "auto"}  # light or dark as the reader's system is, until switched
html_static_path = ["static"]
html_favicon = "static/icon.svg"
html_css_files = ["course.css"]
html_js_files = ["offline.js"]
html_extra_path = ["../extra"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "use_download_button": False,
    "use_fullscreen_button": False,
    "show_navbar_depth": 1,
    "show_toc_level": 2,
    "navbar_persistent": [],  # search stands in the side bar
}


plain: dict[str, list[str]] = {}


def before_napoleon(
    app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]
) -> None:
    """A bar in a docstring is an absolute value, not one of reStructuredText's substitutions."""
    lines[:] = [line if ">>>" in line else line.replace("|", "\\|") for line in lines]
    plain[name] = list(lines)


def after_napoleon(
    app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]
) -> None:
    """Fields are described in a sentence; what it has before a colon is no type."""
    if what in ("attribute", "property"):
        lines[:] = plain[name]


def load_panels(app: Sphinx, page: str, template: str, context: dict, doctree: Any) -> None:
    """Only pages with a live panel load the script of the panels."""
    if 'class="course-live' in context.get("body", ""):
        app.add_js_file("panels.js", loading_method="defer")


def setup(app: Sphinx) -> None:
    """Connect what is above."""
    app.connect("autodoc-process-docstring", before_napoleon, priority=400)
    app.connect("autodoc-process-docstring", after_napoleon, priority=600)
    app.connect("html-page-context", load_panels)
