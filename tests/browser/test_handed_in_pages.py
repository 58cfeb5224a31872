"""Nothing that was handed in runs in the teacher's browser, nor in a student's.

A notebook full of scripts is graded. Then real Chromium opens the feedback page, and the page on
which formgrader shows the notebook for marking, with formgrader's own server.
"""

import contextlib
import json
import os
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request

import nbformat
import pytest

from course_lib import simulate_null
from tools import grade
from tools.classroom import ASSIGNMENTS, cell_of, new_classroom, starter

FIRST = "00_first_steps"
WINNER = 'winner = max(simulate_null("auc", 20, 80, repetitions=1000, seed=1))'
STUDENT = "Zoë O'Neil, Jr"
HACK = "window.hacked=(window.hacked||0)+1"
#: A picture of one pixel.
PIXEL = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJg"
    "gg=="
)
HTML = (
    f"<script>{HACK}</script>",
    f"<scr<script>ipt>{HACK}</scr</script>ipt>",
    f"<img src=x onerror='{HACK}'>",
    f"<svg onload='{HACK}'></svg>",
    f"<svg><animate onbegin='{HACK}' attributeName=x dur=1s></svg>",
    f"<iframe srcdoc='<script>parent.{HACK}</script>'></iframe>",
    f"<iframe src='javascript:parent.{HACK}'></iframe>",
    "<form action='/formgrader/api/x' method='post' class='theirs'><button>Save</button></form>",
    "<meta http-equiv='refresh' content='0; url=http://evil.example/'>",
    "<base href='http://evil.example/'>",
    "<link rel='stylesheet' href='http://evil.example/x.css'>",
    "<style>@import 'http://evil.example/y.css'; body {display: none}</style>",
    f"<a href='javascript:{HACK}'>a link</a>",
    f"<a href='java&#115;cript:{HACK}'>a link</a>",
    f"<a href=' \tjavascript:{HACK}'>a link</a>",
    f"<a href='data:text/html,<script>{HACK}</script>'>a link</a>",
    f"<div style='position:fixed;inset:0' onmouseover='{HACK}'>over all</div>",
    f"<details open ontoggle='{HACK}'>open</details>",
    f"<input autofocus onfocus='{HACK}'>",
    f"<video><source onerror='{HACK}'></video>",
    f"<object data='javascript:{HACK}'></object>",
    f"<math><mtext><table><mglyph><style><img src=x onerror='{HACK}'></style></mtext></math>",
    f"<noscript><p title='</noscript><img src=x onerror={HACK}>'></noscript>",
    "<img src='http://evil.example/pixel.png'>",
    f"</div></div></body><script>{HACK}</script>",
)
MARKDOWN = (
    f"[a link](javascript:{HACK})",
    f"[a link](java&#115;cript:{HACK})",
    f"[a link](<javascript:{HACK}>)",
    f"[a link](\\javascript:{HACK})",
    f"[a link]( javascript:{HACK} 'title')",
    f"[a link][far]\n\n[far]: javascript:{HACK}",
    f"<javascript:{HACK}>",
    f"![a picture](javascript:{HACK})",
    f'![a picture](x" onerror="{HACK})',
    f'[a link](http://x.example/" onmouseover="{HACK})',
    f"[a link](data:text/html;base64,{PIXEL})",
    rf"$\href{{javascript:{HACK}}}{{x}}$",
    f"$$</script><script>{HACK}</script>$$",
    f"`<script>{HACK}</script>`",
    f"```html\n<script>{HACK}</script>\n```",
    "![pasted](attachment:picture.svg) ![pasted](attachment:picture.png)",
)
BUNDLES = (
    *({"text/html": text} for text in HTML),
    *({"text/markdown": text} for text in (*HTML, *MARKDOWN)),
    {"image/svg+xml": f"<svg xmlns='http://www.w3.org/2000/svg' onload='{HACK}'></svg>"},
    {"application/javascript": HACK, "text/plain": "js"},
    {"text/latex": rf"$\href{{javascript:{HACK}}}{{x}}$"},
    {"text/latex": f"$x$</div><script>{HACK}</script>"},
    {"text/plain": f"<script>{HACK}</script>"},
    {"image/png": f'{PIXEL}"><script>{HACK}</script>'},
    {"image/jpeg": f'x" onerror="{HACK}'},
    {"application/pdf": f"<script>{HACK}</script>"},
    {"application/vnd.jupyter.widget-view+json": {"model_id": f'"><script>{HACK}</script>'}},
    {f'text/x"><script>{HACK}</script>': "x"},
)
SHOW = f"""
import json, sys
from IPython.display import display
for bundle in json.loads({json.dumps(json.dumps(BUNDLES))}):
    wicked = {{"width": '1 onerror="{HACK}"', "alt": '"><script>{HACK}</script>'}}
    wide = dict.fromkeys(bundle, wicked)
    display(bundle, raw=True, metadata=wide)
wicked = {{"image/png": {{"width": '1 onload={HACK}'}}}}
display({{"image/png": {PIXEL!r}}}, raw=True, metadata=wicked)
print("<script>{HACK}</script>")
print("<img src=x onerror='{HACK}'>", file=sys.stderr)
raise ValueError("<script>{HACK}</script><img src=x onerror='{HACK}'>")
"""


def handed_in():
    """Right answers, and scripts wherever something can be written."""
    notebook = starter(FIRST)
    cell_of(notebook, "first-winner").source = WINNER
    cell_of(notebook, "first-words").source = "\n\n".join(["My answer: a < b.", *HTML, *MARKDOWN])
    svg = f"<svg xmlns='http://www.w3.org/2000/svg'><script>{HACK}</script></svg>"
    cell_of(notebook, "first-words")["attachments"] = {
        "picture.svg": {"image/svg+xml": svg},
        "picture.png": {"image/png": PIXEL},
        f'x"><script>{HACK}</script>': {"image/png": f'{PIXEL}"><script>{HACK}</script>'},
    }
    notebook.cells += [
        nbformat.v4.new_code_cell(SHOW),
        nbformat.v4.new_raw_cell("\n".join(HTML)),
        nbformat.v4.new_raw_cell(HTML[0], metadata={"raw_mimetype": "text/html"}),
        nbformat.v4.new_markdown_cell("\n\n".join(HTML)),
    ]
    notebook.metadata["title"] = f"</title><script>{HACK}</script>"
    notebook.metadata["widgets"] = {
        "application/vnd.jupyter.widget-state+json": {"state": {f"</script>{HTML[0]}": {}}}
    }
    return notebook


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    simulate_null("auc", 20, 80, repetitions=1, seed=1)  # compiled now, not in a student's time
    room = new_classroom(tmp_path_factory.mktemp("pages"))
    assert room.run("generate_assignment", FIRST).returncode == 0
    room.hand_in(STUDENT, FIRST, handed_in())
    said = []
    assert grade.run(room.folder, FIRST, use="no", out=said.append) == 0, "\n".join(said)
    feedback = room.run("generate_feedback", FIRST)
    assert feedback.returncode == 0, feedback.stdout
    return room


@pytest.fixture(scope="module")
def formgrader(room):
    """Formgrader's address for the one submission, with its own server behind it."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    home = room.folder / "home"
    home.mkdir()
    folders = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "HOME")
    log = (room.folder / "server.log").open("w")
    server = subprocess.Popen(
        [
            *(sys.executable, "-m", "jupyter_server", "--no-browser", "--ip=127.0.0.1"),
            *(f"--port={port}", "--ServerApp.port_retries=0", "--allow-root"),
            *("--IdentityProvider.token=T", f"--ServerApp.root_dir={room.folder}"),
            "--ServerApp.jpserver_extensions={'nbgrader.server_extensions.formgrader': True}",
        ],
        cwd=room.folder,
        env=os.environ | dict.fromkeys(folders, str(home)),
        stdout=log,
        stderr=subprocess.STDOUT,
    )
    try:
        with contextlib.closing(sqlite3.connect(room.folder / "gradebook.db")) as gradebook:
            ((number,),) = gradebook.execute("SELECT id FROM submitted_notebook")
        address = f"http://127.0.0.1:{port}/formgrader/submissions/{number}/?token=T"
        for _ in range(240):
            assert server.poll() is None, (room.folder / "server.log").read_text()
            try:
                urllib.request.urlopen(address, timeout=60).read()
                break
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.25)
        yield address
    finally:
        server.terminate()
        server.wait()
        log.close()


@pytest.fixture(scope="module", params=["feedback", "formgrader"])
def page(request, browser, room):
    """The page, and what it asked the network for."""
    if request.param == "feedback":
        path = room.folder / "feedback" / STUDENT / FIRST / "first_steps.html"
        address = path.as_uri()
        assert path.exists()
    else:
        address = request.getfixturevalue("formgrader")
    context = browser.new_context(viewport={"width": 1300, "height": 900})
    page = context.new_page()
    page.asked = []
    page.on("request", lambda asked: page.asked.append(asked.url))
    # Pages ask for MathJax and the like on other computers: not in a test.
    page.route(
        lambda url: not url.startswith(("http://127.0.0.1", "file:", "data:")),
        lambda route: route.abort(),
    )
    page.goto(address, wait_until="load")
    page.get_by_text("My answer: a < b.").wait_for()
    page.wait_for_timeout(500)  # for whatever would run late
    yield page
    context.close()


def test_these_scripts_do_run_where_nobody_cleans(browser):
    page = browser.new_page()
    page.route(lambda url: "evil.example" in url, lambda route: route.abort())
    page.set_content(f"<p>{HTML[0]}{HTML[2]}{HTML[3]}</p>")
    page.wait_for_function("window.hacked >= 3")
    page.close()


def test_no_script_ran(page):
    assert page.evaluate("window.hacked") is None
    page.mouse.move(600, 400)
    for link in page.locator("a", has_text="a link").all():
        link.dispatch_event("click")
        link.dispatch_event("mouseover")
    assert page.evaluate("window.hacked") is None


def test_nothing_of_theirs_is_an_element_that_acts(page):
    assert page.locator("form.theirs, iframe, object, embed, base, input[autofocus]").count() == 0
    assert page.locator("meta[http-equiv=refresh], details[ontoggle], video").count() == 0
    schemes = page.eval_on_selector_all("a", "links => links.map(link => link.protocol)")
    assert not {"javascript:", "vbscript:", "data:"} & set(schemes)
    acting = "elements => elements.flatMap(e => [...e.attributes].map(a => a.name))"
    names = page.eval_on_selector_all("img, svg *, div.over, source, td, p", acting)
    assert not [name for name in names if name.startswith("on")]
    fixed = page.get_by_text("over all").first.evaluate("e => getComputedStyle(e).position")
    assert fixed != "fixed"


def test_nobody_elsewhere_was_asked(page):
    assert [url for url in page.asked if "evil.example" in url] == []


def test_our_own_verdicts_look_as_they_should(page):
    verdict = page.locator("div", has_text="Correct").locator("xpath=self::*[@style]").first
    edge = verdict.evaluate("e => getComputedStyle(e).borderLeft")
    assert edge.startswith("4px solid rgb(0, 158, 115)")


def test_sentences_and_pictures_can_still_be_read(page):
    assert page.get_by_text("My answer: a < b.").is_visible()
    sources = page.eval_on_selector_all("img", "pictures => pictures.map(p => p.src)")
    assert any(PIXEL in source for source in sources)


def test_the_notebook_still_says_what_the_class_report_needs(room):
    path = room.folder / "autograded" / STUDENT / FIRST / ASSIGNMENTS[FIRST]
    check = cell_of(nbformat.read(path, as_version=4), "first-winner-check")
    told = check.outputs[0].data["application/vnd.beyond-chance.verdict+json"]
    assert (told.question, told.outcome) == ("first-winner", "CORRECT")
