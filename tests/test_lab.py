"""`make lab` serves the first lesson, on this machine only, and has JupyterLab keep its panels."""

import importlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest

from course_lib.classroom.second_day import STATE, VIEW, keep_panels, on_save
from tools.lab_settings import write_defaults
from tools.what_pip_does import told

ROOT = Path(__file__).parent.parent
NOTEBOOK = "notebooks/00_start_here.ipynb"
SETTINGS = "share/jupyter/lab/settings"
MANAGER = "@jupyter-widgets/jupyterlab-manager:plugin"


@pytest.fixture
def lab(tmp_path):
    """A running lab: its process and the address it printed."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    folders = ("CONFIG_DIR", "DATA_DIR", "RUNTIME_DIR")
    environment = {**os.environ, **{f"JUPYTER_{name}": str(tmp_path / name) for name in folders}}
    # As on a machine without a screen; the test is not to open anyone's browser.
    # The defaults of an environment that `make` has set up, whatever this one is.
    write_defaults(tmp_path / "environment")
    environment["JUPYTER_CONFIG_PATH"] = str(tmp_path / "environment/etc/jupyter")
    settings = {"LabApp": {"app_settings_dir": str(tmp_path / "environment" / SETTINGS)}}
    (tmp_path / "CONFIG_DIR").mkdir()
    (tmp_path / "CONFIG_DIR/jupyter_lab_config.json").write_text(json.dumps(settings))
    environment = {k: v for k, v in environment.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    log = tmp_path / "log"
    with log.open("w") as output:
        process = subprocess.Popen(
            [ROOT / "tools" / "lab", Path(sys.executable).parent, str(port), NOTEBOOK],
            cwd=ROOT,
            env={**environment, "BROWSER": "true"},
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        for _ in range(240):
            found = re.search(r"http://\S+token=\w+", log.read_text())
            if found or process.poll() is not None:
                break
            time.sleep(0.25)
        assert found, log.read_text()
        yield found[0]
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(timeout=30)


def get(address, **body):
    data = json.dumps(body).encode() if body else None
    question = urllib.request.Request(address, data, method="PUT" if body else "GET")
    with urllib.request.urlopen(question, timeout=30) as answer:
        return answer.status, answer.read().decode()


def test_the_printed_address_leads_to_the_first_lesson(lab):
    assert lab.startswith("http://127.0.0.1:")
    assert f"/lab/tree/{NOTEBOOK}?token=" in lab
    status, page = get(lab)
    assert status == 200
    assert NOTEBOOK in page
    base, token = re.match(r"(http://[^/]+)/.*token=(\w+)", lab).groups()
    status, text = get(f"{base}/api/contents/{NOTEBOOK}?token={token}")
    assert status == 200
    assert "How does this course work?" in text
    with pytest.raises(urllib.error.HTTPError, match="403"):
        get(f"{base}/api/contents/{NOTEBOOK}")  # not without the token


def test_panels_are_stored_unless_the_reader_says_otherwise(lab):
    base, token = re.match(r"(http://[^/]+)/.*token=(\w+)", lab).groups()
    address = f"{base}/lab/api/settings/{MANAGER}?token={token}"
    found = json.loads(get(address)[1])
    assert found["schema"]["properties"]["saveState"]["default"] is True
    get(address, raw='{"saveState": false}')
    assert json.loads(get(address)[1])["settings"] == {"saveState": False}


# --- The environment's defaults -------------------------------------------------------------------


def test_defaults_leave_alone_what_somebody_has_written(tmp_path):
    overrides = tmp_path / SETTINGS / "overrides.json"
    overrides.parent.mkdir(parents=True)
    own = {MANAGER: {"saveState": False}, "other": {"theme": "dark"}}
    overrides.write_text(json.dumps(own))
    files = write_defaults(tmp_path)
    assert json.loads(overrides.read_text()) == own
    before = [file.read_text() for file in files]
    assert [file.read_text() for file in write_defaults(tmp_path)] == before
    overrides.unlink()
    write_defaults(tmp_path)
    assert json.loads(overrides.read_text()) == {MANAGER: {"saveState": True}}


def test_the_extension_that_is_switched_on_is_there(tmp_path):
    (file,) = (f for f in write_defaults(tmp_path) if f.parent.name == "jupyter_server_config.d")
    ((name, switched_on),) = json.loads(file.read_text())["ServerApp"][
        "jpserver_extensions"
    ].items()
    module = importlib.import_module(name)
    hooks = []
    lessons = tmp_path / "notebooks"
    lessons.mkdir()
    for name_of_one in ("00_start_here.ipynb", "01_next.ipynb", "broken.ipynb"):
        nbformat.write(nbformat.v4.new_notebook(), lessons / name_of_one)
    (lessons / "broken.ipynb").write_text("{")
    signed = []
    manager = SimpleNamespace(
        register_pre_save_hook=hooks.append,
        root_dir=str(tmp_path),
        notary=SimpleNamespace(sign=signed.append),
    )
    module._load_jupyter_server_extension(SimpleNamespace(contents_manager=manager))
    assert switched_on
    assert hooks == [on_save]
    assert len(signed) == 2
    (lessons / "00_start_here.ipynb").unlink()  # not a folder of the course
    assert module.trust_lessons(tmp_path, manager.notary) == []
    assert module._jupyter_server_extension_points() == [{"module": name}]


# --- Panels in a notebook that is saved again -----------------------------------------------------


def notebook(shown, known, **metadata):
    """With panels of these ids, of which these are stored."""
    outputs = [{"data": {VIEW: {"model_id": i}, "image/png": "still"}} for i in shown]
    state = {i: {"state": {"layout": f"IPY_MODEL_{i}-layout"}} for i in known}
    state |= {f"{i}-layout": {"state": {}} for i in known}
    stored = {"widgets": {STATE: {"state": state}}}
    cells = [{"cell_type": "markdown"}, {"outputs": [{"text": "printed"}, *outputs]}]
    return {"cells": cells, "metadata": {**stored, **metadata}}


def left(book):
    """The panels that it shows, and the models that it stores."""
    outputs = book["cells"][1]["outputs"][1:]
    assert all(output["data"]["image/png"] == "still" for output in outputs)
    shown = [output["data"][VIEW]["model_id"] for output in outputs if VIEW in output["data"]]
    return shown, set(book["metadata"]["widgets"][STATE]["state"])


def test_panels_that_the_kernel_does_not_know_are_kept():
    book = notebook(["old", "new"], ["new"])
    keep_panels(book, notebook(["old", "gone"], ["old", "gone"]))
    assert left(book) == (["old", "new"], {"old", "old-layout", "new", "new-layout"})


def test_the_state_that_the_kernel_knows_is_the_newer_one():
    book, before = notebook(["a"], ["a"]), notebook(["a"], ["a"])
    before["metadata"]["widgets"][STATE]["state"]["a"] = {"state": {"size": 3}}
    keep_panels(book, before)
    assert book == notebook(["a"], ["a"])


def test_of_a_panel_that_nobody_knows_the_still_picture_stays():
    book = notebook(["lost", "new"], ["new"])
    keep_panels(book, {})
    assert left(book) == (["new"], {"new", "new-layout"})


def test_where_nothing_is_stored_nothing_is_changed():
    book = notebook(["old"], [], widgets={})
    keep_panels(book, notebook(["old"], ["old"]))
    assert book == notebook(["old"], [], widgets={})


def test_a_saved_file_is_completed_from_the_one_it_replaces(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a/b.ipynb").write_text(json.dumps(notebook(["old"], ["old"])))
    (tmp_path / "a/broken.ipynb").write_text("{")
    manager = SimpleNamespace(root_dir=str(tmp_path))
    for path, shown in (("/a/b.ipynb", ["old"]), ("a/broken.ipynb", []), ("a/new.ipynb", [])):
        model = {"type": "notebook", "content": notebook(["old"], [])}
        on_save(model=model, path=path, contents_manager=manager)
        assert left(model["content"])[0] == shown
    text = {"type": "file", "content": "text"}
    on_save(model=text, path="a/text.txt", contents_manager=manager)
    assert text == {"type": "file", "content": "text"}


# --- What setting up says -------------------------------------------------------------------------

PIP = """\
Obtaining file:///course
  Installing build dependencies: started
Collecting numpy<3,>=2.0 (from beyond-chance==0.1.0)
  Downloading numpy-2.4.0-cp311-cp311-manylinux_2_28_x86_64.whl.metadata (6.6 kB)
Collecting ipython-pygments-lexers>=1.0 (from ipython)
  Using cached ipython_pygments_lexers-1.1.1-py3-none-any.whl.metadata (1.1 kB)
Processing /wheels/lazy_loader-0.4-py3-none-any.whl (from beyond-chance==0.1.0)
Collecting old (from numpy)
  Downloading old-1.0-py3-none-any.whl (2 kB)
Downloading numpy-2.4.0-cp311-cp311-manylinux_2_28_x86_64.whl (16.4 MB)
Using cached ipython_pygments_lexers-1.1.1-py3-none-any.whl (8 kB)
Installing collected packages: old, numpy, lazy-loader, ipython-pygments-lexers
Successfully installed lazy-loader-0.4 numpy-2.4.0
"""


def test_what_pip_does_is_told_in_few_lines():
    assert list(told(PIP.splitlines())) == [
        ("package 1: numpy", True),
        ("package 2: ipython-pygments-lexers", True),
        ("package 3: lazy_loader", True),
        ("package 4: old", True),
        ("package 4: old (2 kB)", True),
        ("Fetching 4 packages ...", False),
        ("1 of 4: numpy (16.4 MB)", True),
        ("2 of 4: ipython_pygments_lexers (8 kB)", True),
        ("Installing 4 packages, the last step ...", False),
    ]


def test_a_log_hears_of_every_fiftieth_package_only():
    lines = [f"Collecting package{i}" for i in range(120)]
    lasting = [text for text, passing in told(lines) if not passing]
    assert lasting == ["50 packages so far ...", "100 packages so far ..."]
    log = subprocess.run(
        [sys.executable, ROOT / "tools/what_pip_does.py"],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=True,
    )
    assert log.stdout.splitlines() == lasting


@pytest.mark.parametrize(
    "odd", [[], None, {"metadata": None}, {"metadata": {"widgets": {STATE: 3}}}]
)
def test_odd_files_lose_nobody_anything(odd):
    page = notebook(["a"], ["a"])
    keep_panels(page, odd)
    assert set(page["metadata"]["widgets"][STATE]["state"]) == {"a", "a-layout"}
