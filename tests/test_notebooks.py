"""Rules for notebooks: lessons are stored as run, assignments unrun, and all of them are tidy."""

import ast
import json
import re
from pathlib import Path

import nbformat
import pytest

#: What an output tells of the panel or checkpoint in it.
PANEL = "course_panel"
ROOT = Path(__file__).parent.parent
LESSONS = sorted((ROOT / "notebooks").glob("[0-9][0-9]_*.ipynb"))
#: Notebooks that are no lessons, to look things up: test_words.py knows more about them.
REFERENCES = [ROOT / "notebooks" / f"{page}.ipynb" for page in ("glossary", "notation")]
ASSIGNMENTS = sorted([*ROOT.glob("exercises/*/*.ipynb"), *ROOT.glob("solutions/*/*.ipynb")])
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("solutions/*.md")])
LARGEST = 1_000_000  # bytes
NETWORK = {"aiohttp", "ftplib", "http", "httpx", "requests", "smtplib", "socket", "urllib"}


def name(path):
    return path.relative_to(ROOT).as_posix()


def read(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    return notebook


def code_cells(path):
    return [cell for cell in read(path).cells if cell.cell_type == "code"]


def test_there_are_lessons_and_assignments():
    assert len(LESSONS) >= 8
    assert len(ASSIGNMENTS) >= 6


# --- Lessons --------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [*LESSONS, *REFERENCES], ids=name)
def test_lessons_are_stored_as_run_from_top_to_bottom(path):
    code = code_cells(path)
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    for cell in code:
        assert not any(output.output_type == "error" for output in cell.outputs), cell.source
        assert not any(output.get("name") == "stderr" for output in cell.outputs), cell.source
        assert "NBVAL_" not in cell.source  # every output is compared
        streams = [output.name for output in cell.outputs if output.output_type == "stream"]
        assert len(streams) <= 1, cell.source  # how it was sent must not show


@pytest.mark.parametrize("path", LESSONS, ids=name)
def test_lessons_have_a_rhythm(path):
    cells = read(path).cells
    assert cells[0].source.splitlines()[0].endswith("?")  # a question for a title
    assert "*After this" in cells[0].source
    assert re.search(r"[Mm]inutes", cells[0].source)
    assert "*Sources:*" in cells[-1].source
    assert "*Exercises:*" in cells[-1].source
    assert 20 <= len(cells) <= 50
    kinds = "".join("c" if cell.cell_type == "code" else "m" for cell in cells)
    assert "ccc" not in kinds  # hardly ever two code cells in a row, never three
    for cell in cells:
        if cell.cell_type == "code":
            lines = [line for line in cell.source.splitlines() if line.strip()]
            assert len(lines) <= 15, cell.source
        else:
            assert len(cell.source.split()) <= 260, cell.source


@pytest.mark.parametrize("path", [*LESSONS, *REFERENCES], ids=name)
def test_every_picture_says_what_it_shows(path):
    for cell in code_cells(path):
        for number, output in enumerate(cell.outputs):
            if "image/png" not in output.get("data", {}):
                continue
            alt = output.metadata["image/png"]["alt"]
            assert len(alt) > 40, cell.source
            if PANEL not in output.metadata:
                # JupyterLab hides the text above from screen readers: it is there once more.
                page = cell.outputs[number + 1].data["text/html"]
                assert "The picture in words" in page


@pytest.mark.parametrize("path", LESSONS, ids=name)
def test_lessons_have_no_widget_state_and_a_still_picture_for_each_widget(path):
    notebook = read(path)
    assert "widgets" not in notebook.metadata
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            assert "application/vnd.jupyter.widget-view+json" not in data
            if PANEL in output.get("metadata", {}):
                assert "image/png" in data or "<details>" in data["text/html"]
                assert not data["text/plain"].startswith(("VBox", "Panel"))


# --- All notebooks --------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ASSIGNMENTS, ids=name)
def test_assignments_are_stored_without_outputs(path):
    notebook = read(path)
    assert "widgets" not in notebook.metadata
    assert notebook.cells[0].source.splitlines()[0].endswith("?")
    for cell in code_cells(path):
        assert cell.outputs == []
        assert cell.execution_count is None


@pytest.mark.parametrize("path", [*LESSONS, *REFERENCES, *ASSIGNMENTS], ids=name)
def test_cells_have_ids_that_a_person_chose(path):
    ids = [cell["id"] for cell in json.loads(path.read_text())["cells"]]
    assert len(ids) == len(set(ids))
    for cell_id in ids:
        assert re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", cell_id), cell_id


@pytest.mark.parametrize("path", [*LESSONS, *REFERENCES, *ASSIGNMENTS], ids=name)
def test_notebooks_are_small_and_at_home_on_any_machine(path):
    assert path.stat().st_size < LARGEST
    notebook = read(path)
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            output.get("data", {}).pop("image/png", None)
    text = nbformat.writes(notebook)
    assert not re.search(r"/(home|root|tmp|usr|opt|work|Users)/|[A-Z]:\\\\", text)
    assert set(notebook.metadata) <= {"kernelspec", "language_info"}
    assert notebook.metadata.kernelspec.name == "python3"
    assert "version" not in notebook.metadata.language_info


@pytest.mark.parametrize("path", [*LESSONS, *REFERENCES, *ASSIGNMENTS], ids=name)
def test_notebooks_are_plain_python_and_need_no_network(path):
    for cell in code_cells(path):
        tree = ast.parse(cell.source)  # no magics, no shell
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                modules = {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                modules = {node.module.split(".")[0]}
            else:
                continue
            assert modules.isdisjoint(NETWORK), cell.source
        assert "http" not in cell.source
        assert "fetch_" not in cell.source  # scikit-learn's downloads


@pytest.mark.parametrize("path", [*PAGES, *LESSONS, *REFERENCES, *ASSIGNMENTS], ids=name)
def test_links_within_the_house_lead_somewhere(path):
    texts = [path.read_text()]
    if path.suffix == ".ipynb":
        texts = [cell.source for cell in read(path).cells if cell.cell_type == "markdown"]
    for target in re.findall(r"\]\(([^)#\s]+?)(?:#[^)]*)?\)", "\n".join(texts)):
        if "://" not in target:
            assert (path.parent / target).exists(), target
