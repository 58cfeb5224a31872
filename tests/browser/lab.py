"""A JupyterLab that touches nothing of its user's, and a lesson opened in it."""

import contextlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from tools.lab_settings import write_defaults

from .panel import WAIT, Panel, wait_until

ROOT = Path(__file__).parents[2]
TOKEN = "browser-test"
WIDGET = "application/vnd.jupyter.widget-view+json"
RUN = 600_000  # milliseconds that a whole lesson may take
ARGUMENTS = [
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SETTINGS = {
    "apputils-extension/notification": {"fetchNews": "false"},
    # All cells on the page at once, and no empty space below them: for the long picture.
    "notebook-extension/tracker": {"windowingMode": "none", "scrollPastEnd": False},
}
# Stands for the reader's .venv: with the defaults that `make lab` gives it, whatever we run in.
ENVIRONMENT = "environment"


def _environment(home):
    """The environment of a user who has never used Jupyter."""
    import matplotlib.font_manager  # builds the list of fonts, or the kernel says that it does

    folders = {
        "HOME": "",
        "IPYTHONDIR": "ipython",
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "XDG_CACHE_HOME": "cache",
        "XDG_CONFIG_HOME": "config",
        "XDG_DATA_HOME": "data",
        "JUPYTER_CONFIG_PATH": f"{ENVIRONMENT}/etc/jupyter",
    }
    for name, settings in SETTINGS.items():
        file = home / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(settings))
    return {
        **os.environ,
        **{name: str(home / folder) for name, folder in folders.items()},
        "MPLCONFIGDIR": matplotlib.get_cachedir(),
        "COURSE_PROGRESS": "memory",
    }


def ask(address, path, method="GET"):
    """What the server's own interface says."""
    question = urllib.request.Request(f"{address}/api/{path}?token={TOKEN}", method=method)
    with urllib.request.urlopen(question, timeout=30) as answer:
        return json.loads(answer.read() or "null")


@contextlib.contextmanager
def running_lab(notebooks, home, **environment):
    """Serve a copy of a folder of notebooks; yields the address.

    In a home that has been used before, the next day: the same copy, as it was left.
    """
    if not (home / "notebooks").exists():
        shutil.copytree(notebooks, home / "notebooks")
    write_defaults(home / ENVIRONMENT)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    log = home / "log"
    command = [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
        *("--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0"),
        *(f"--IdentityProvider.token={TOKEN}", f"--ServerApp.root_dir={home / 'notebooks'}"),
        f"--LabApp.app_settings_dir={home / ENVIRONMENT / 'share/jupyter/lab/settings'}",
        "--expose-app-in-browser",
    ]
    with log.open("a") as output:
        process = subprocess.Popen(
            command,
            cwd=home,
            env={**_environment(home), **environment},
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        for _ in range(240):
            assert process.poll() is None, log.read_text()
            try:
                ask(address, "status")
                break
            except OSError:
                time.sleep(0.25)
        else:
            raise AssertionError(f"JupyterLab does not answer:\n{log.read_text()}")
        yield address
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(timeout=60)


class Lesson:
    """A notebook, opened in the lab; notes what goes wrong behind the page."""

    def __init__(self, browser, address, name):
        self.name = name
        self.address = address
        self.page_errors = []
        self.foreign_requests = []
        self.context = browser.new_context(viewport={"width": 1400, "height": 1000})
        self.context.on("request", lambda request: self._note(request.url))
        # What is not for this machine does not leave it; _note still hears of it.
        here = re.escape(address)
        self.context.route(re.compile(f"^(?!{here}/|data:|blob:)"), lambda route: route.abort())
        self.page = self.context.new_page()
        self.page.set_default_timeout(WAIT)
        self.page.on("websocket", lambda socket: self._note(socket.url))
        self.page.on("pageerror", lambda error: self._note_error(str(error)))

    def _note(self, url):
        if not re.match(r"(http|ws)://127\.0\.0\.1[:/]|data:|blob:|about:", url):
            self.foreign_requests.append(url)

    def _note_error(self, text):
        # JupyterLab's own: a restart drops the questions it had put to the kernel.
        if "Canceled future" not in text:
            self.page_errors.append(text)

    def _sessions(self):
        return [s for s in ask(self.address, "sessions") if s["path"] == self.name]

    def _kernel_listens(self):
        kernels = [session["kernel"] for session in self._sessions()]
        return any(k["execution_state"] == "idle" and k["connections"] for k in kernels)

    def open(self):
        """Open the notebook and wait until its kernel listens."""
        self.page.goto(f"{self.address}/lab/tree/{self.name}?reset&token={TOKEN}")
        self.page.wait_for_selector("#jupyterlab-splash", state="detached", timeout=2 * WAIT)
        self.page.wait_for_selector(".jp-Notebook .jp-Cell")
        # The toolbar says idle too early: ask the server.
        assert wait_until(self.page, self._kernel_listens), f"no kernel for {self.name}"

    def restart_and_run_all(self):
        """As the button does it, with the answer to its question."""
        # The server may know of the connection before the page does.
        self.page.wait_for_function(
            """() => window.jupyterapp.shell.currentWidget.sessionContext.session
                ?.kernel?.connectionStatus === 'connected'""",
            timeout=2 * WAIT,
        )
        self.page.evaluate("""async () => {
            const app = window.jupyterapp, panel = app.shell.currentWidget;
            await panel.sessionContext.ready;
            await panel.sessionContext.session.kernel.requestKernelInfo();
            await app.commands.execute("notebook:clear-all-cell-outputs");
            window.finished = false;
            const done = () => { window.finished = true; };
            app.commands.execute("notebook:restart-run-all").then(done, done);
        }""")
        self.page.click(".jp-Dialog .jp-mod-accept")
        self.page.wait_for_function("window.finished", timeout=RUN)
        self.wait_for_widgets()

    def wait_for_widgets(self):
        """Wait until each widget, or what is wrong with it, is on the page."""
        widgets = sum(WIDGET in output.get("data", {}) for output in self.outputs())
        self.page.wait_for_function(
            """widgets => document.querySelectorAll(
                ".jp-OutputArea-output .course-live-part").length >= widgets""",
            arg=widgets,
        )

    def ask_kernel(self, code):
        """What the kernel prints, asked beside the notebook's cells."""
        return self.page.evaluate(
            """async code => {
                const session = window.jupyterapp.shell.currentWidget.sessionContext.session;
                const future = session.kernel.requestExecute({code, store_history: false});
                let printed = "";
                future.onIOPub = ({content}) => {
                    printed += content.text ?? content.evalue ?? "";
                };
                await future.done;
                return printed;
            }""",
            code,
        )

    def save(self):
        """Save the notebook, as Ctrl-S does."""
        self.page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")

    def code_cells(self):
        """The code cells as the page holds them, with their outputs."""
        notebook = self.page.evaluate(
            "window.jupyterapp.shell.currentWidget.content.model.toJSON()"
        )
        return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]

    def outputs(self):
        """All outputs of the code cells."""
        return [output for cell in self.code_cells() for output in cell["outputs"]]

    def photograph(self, path):
        """The whole notebook in one picture."""
        path.parent.mkdir(parents=True, exist_ok=True)
        before = self.page.viewport_size
        outer = self.page.locator(".jp-WindowedPanel-outer")
        height = outer.evaluate("e => e.scrollHeight") + 200
        # Chromium cannot paint longer pictures than this.
        self.page.set_viewport_size({**before, "height": min(height, 16_000)})
        outer.screenshot(path=path)
        self.page.set_viewport_size(before)

    def panels(self):
        """The widget panels of the lesson, by name."""
        found = [Panel(self.page, e) for e in self.page.query_selector_all(".course-panel")]
        names = [panel.name for panel in found]
        assert len(set(names)) == len(names), f"two panels have one name: {names}"
        return found

    def close(self):
        """Close the page and stop the kernel."""
        self.context.close()
        for session in self._sessions():
            ask(self.address, f"sessions/{session['id']}", "DELETE")
