"""Pages about results, in a real browser: nothing is wider than the window, and paper shows all."""

import numpy as np
import pytest

from course_lib import judge, judge_items
from tests.test_report import LONG, drawn

#: By how many pixels a page is wider than its window, and the heights of its folded parts.
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
FOLDED = "[...document.querySelectorAll('details')].map(d => d.getBoundingClientRect().height)"
#: Options that are broken over two lines.
BROKEN = "[...document.querySelectorAll('.option')].filter(o => o.getClientRects().length > 1)"


def right(models, items=200):
    generator = np.random.default_rng(1)
    return {LONG.format(i): generator.random(items) < 0.9 - 0.04 * i for i in range(models)}


@pytest.fixture(
    scope="module",
    params=[
        lambda: judge(*drawn(12, names=LONG), repetitions=199),
        lambda: judge(*drawn(1, 60)),
        lambda: judge_items(right(11)),
        lambda: judge_items(right(2), margin=0.02),
    ],
    ids=["twelve", "one", "items", "two on items"],
)
def address(request, tmp_path_factory):
    return request.param().write_report(tmp_path_factory.mktemp("page") / "page.html").as_uri()


@pytest.mark.parametrize("width", [1400, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_fits_its_window(browser, address, width, scheme):
    page = browser.new_page(viewport={"width": width, "height": 850}, color_scheme=scheme)
    page.goto(address)
    assert page.evaluate(TOO_WIDE) <= 0
    page.evaluate("document.querySelectorAll('details').forEach(part => { part.open = true; })")
    assert page.evaluate(TOO_WIDE) <= 0
    assert page.evaluate(BROKEN) == []
    # The verdict and the findings are on the first screen.
    box = page.locator(".summary").bounding_box()
    assert box["y"] < 300
    assert width < 1000 or box["y"] + box["height"] < 850
    page.close()


def test_paper_shows_what_is_folded_and_cuts_nothing_off(browser, address):
    page = browser.new_page(viewport={"width": 720, "height": 1000})
    page.goto(address)
    folded = page.evaluate(FOLDED)
    page.emulate_media(media="print")
    assert page.evaluate(TOO_WIDE) <= 0
    assert all(now > before + 40 for now, before in zip(page.evaluate(FOLDED), folded, strict=True))
    page.close()
