"""The web site in a real browser, opened from its files: no server, no network."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from tests.browser.lab import ROOT

PICTURES = ROOT / "build" / "screenshots"
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
#: What the reader sees behind the text.
GROUND = "getComputedStyle(document.body).backgroundColor"
#: Pages to look at afterwards.
SHOWN = ("index", "notebooks/03_critical_values", "notebooks/06_tango_intervals", "api/chance")
SERIOUS = ("serious", "critical")


class Quiet(SimpleHTTPRequestHandler):
    """Serves the site, and keeps no log."""

    def log_message(self, *arguments):
        pass


class Watched:
    """A page of the site at an address, and all that goes wrong on it."""

    def __init__(self, browser, site, width, scheme="light"):
        size = {"width": width, "height": 850}
        self.context = browser.new_context(viewport=size, color_scheme=scheme)
        self.page, self.site, self.wrong = self.context.new_page(), site, []
        self.page.on("console", lambda said: said.type in ("error", "warning") and self.note(said))
        self.page.on("pageerror", self.note)
        self.page.on("requestfailed", self.failed)
        self.page.on("response", lambda got: got.status >= 400 and self.note(got.url))
        self.page.on("request", self.check)

    def note(self, what):
        self.wrong.append(f"{self.page.url}: {getattr(what, 'text', what)}")

    def failed(self, request):
        """A request that the browser gave up because we went on to another page did not fail."""
        if request.failure != "net::ERR_ABORTED":
            self.note(f"{request.failure}: {request.url}")

    def check(self, request):
        """A request for anything but the site's own files leaves it."""
        if not request.url.startswith((self.site, "data:", "blob:")):
            self.note(f"asked for {request.url}")

    def open(self, name):
        self.page.goto(f"{self.site}/{name}")
        self.page.wait_for_load_state("load")

    def close(self):
        self.context.close()


@pytest.fixture
def open_site(browser, built_site):
    opened = []

    def watch(*arguments, **named):
        opened.append(Watched(browser, built_site.as_uri(), *arguments, **named))
        return opened[-1]

    yield watch
    for watched in opened:
        watched.close()


@pytest.mark.parametrize("width", [1400, 390])
def test_every_page_opens_from_a_file(open_site, built_site, width):
    watched = open_site(width)
    names = [p.relative_to(built_site).as_posix() for p in sorted(built_site.rglob("*.html"))]
    assert len(names) > 30
    too_wide = {}
    for name in names:
        watched.open(name)
        extra = watched.page.evaluate(TOO_WIDE)
        if extra > 0:
            too_wide[name] = extra
        if name.removesuffix(".html") in SHOWN:
            picture = f"site-{name.removesuffix('.html').replace('/', '-')}-{width}.png"
            watched.page.screenshot(path=PICTURES / picture)
    assert watched.wrong == []
    assert too_wide == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", [*SHOWN, "search", "WHICH_TOOL", "exercises/02_luck/luck"])
def test_axe_finds_nothing_serious(open_site, name, scheme):
    from axe_playwright_python.sync_playwright import Axe

    watched = open_site(1400, scheme=scheme)
    watched.open(f"{name}.html")
    found = Axe().run(watched.page).response["violations"]
    grave = [(v["id"], v["nodes"][0]["html"]) for v in found if v["impact"] in SERIOUS]
    assert grave == []


def test_folded_code_and_long_tables_do_not_widen_a_page(open_site):
    watched = open_site(390)
    for name in ("notebooks/03_critical_values.html", "WHICH_TOOL.html", "REFERENCE.html"):
        watched.open(name)
        watched.page.evaluate(
            "document.querySelectorAll('details').forEach(d => { d.open = true })"
        )
        assert watched.page.evaluate(TOO_WIDE) <= 0, name


@pytest.mark.parametrize("width", [1400, 390])
def test_search_finds_mcnemar_in_files(open_site, width):
    watched = open_site(width)
    watched.open("index.html")
    watched.page.keyboard.press("Control+k")
    watched.page.keyboard.type("McNemar")
    watched.page.keyboard.press("Enter")
    found = watched.page.locator("#search-results li a")
    found.first.wait_for()
    watched.page.locator("#search-results .search-summary", has_text="found").wait_for()
    links = found.evaluate_all("links => links.map(link => link.getAttribute('href'))")
    pages = {link.partition("?")[0].partition("#")[0] for link in links}
    assert {"notebooks/04_two_classifiers.html", "api/pairs.html"} <= pages
    found.first.click()
    watched.page.wait_for_load_state("load")
    assert "search.html" not in watched.page.url
    assert watched.wrong == []


def test_dark_and_light(open_site):
    watched = open_site(1400, scheme="dark")
    watched.open("notebooks/00_start_here.html")
    seen = {"system": watched.page.evaluate(GROUND)}
    for mode in ("auto", "light", "dark"):
        watched.page.locator(".theme-switch-button:visible").click()
        watched.page.locator(f'.theme-change-button[data-mode="{mode}"]:visible').click()
        seen[mode] = watched.page.evaluate(GROUND)
    assert seen["system"] == seen["auto"] == seen["dark"] != seen["light"]
    assert watched.wrong == []


def test_the_start_page_leads_through_every_door(open_site):
    watched = open_site(1400)
    watched.open("index.html")
    doors = watched.page.locator(".doors a").evaluate_all("all => all.map(a => a.href)")
    assert len(doors) >= 4
    for door in doors:
        watched.page.goto(door)
        assert watched.page.locator("h1").count() >= 1
    watched.open("notebooks/00_start_here.html")
    watched.page.locator('a[href$="#word-p-value"]').first.click()
    assert watched.page.locator("section:target h2").inner_text().startswith("p-value")
    assert watched.wrong == []


def test_from_a_server_search_shows_extracts(browser, built_site):
    handler = partial(Quiet, directory=built_site)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        watched = Watched(browser, address, 1400)
        watched.open("search.html?q=McNemar")
        extract = watched.page.locator("#search-results li p.context", has_text="McNemar")
        extract.first.wait_for()
        assert watched.wrong == []
        watched.close()
        server.shutdown()
