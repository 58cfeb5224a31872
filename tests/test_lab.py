"""`make lab` serves the first lesson, at the address that it prints, on this machine only."""

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

import pytest

ROOT = Path(__file__).parent.parent
NOTEBOOK = "notebooks/00_start_here.ipynb"


@pytest.fixture
def lab(tmp_path):
    """A running lab: its process and the address it printed."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    folders = ("CONFIG_DIR", "DATA_DIR", "RUNTIME_DIR")
    environment = {**os.environ, **{f"JUPYTER_{name}": str(tmp_path / name) for name in folders}}
    # As on a machine without a screen; the test is not to open anyone's browser.
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


def get(address):
    with urllib.request.urlopen(address, timeout=30) as answer:
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
