"""The reproduction as one page: errata on top, figures beside what is said of them, the ledger."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from course_lib.papers.exhibits import Source, Table, load_exhibits
from course_lib.papers.ledger import Finding, Verdict
from course_lib.papers.reproduce import (
    MODULES,
    DrawnPicture,
    Reproduction,
    SourceRebuilt,
    tally,
)
from course_lib.reports.lessons import write_lessons
from course_lib.reports.pages import html_page, image

_STYLE = """
body { max-width: 78rem; }
nav { position: sticky; top: 0; background: #fff; border-bottom: 1px solid #ccc; z-index: 1; }
html { scroll-padding-top: 3.5rem; }
nav ul { margin: 0.4rem 0; list-style: none; padding: 0; display: flex; flex-wrap: wrap;
         gap: 0.3rem 1.4rem; }
.verdict { font-weight: 600; }
.reproduced::before { content: "\\2713\\00a0"; color: #00714f; }
.noise::before { content: "\\2248\\00a0"; color: #00714f; }
.differs::before { content: "\\2260\\00a0"; color: #b34700; }
.uncheckable::before { content: "?\\00a0"; color: #555; }
.answered::before { content: "\\2192\\00a0"; color: #0072B2; }
.erratum::before { content: "!\\00a0"; color: #b34700; }
.bar { display: flex; gap: 2px; height: 1.5rem; min-width: min(24rem, 45vw); font-size: 0.8rem; }
.bar span { display: block; text-align: center; color: #000; overflow: hidden; }
.patch { display: inline-block; width: 0.9rem; height: 0.9rem; vertical-align: -0.1rem; }
.b-reproduced { background: #8fd3bf; } .b-noise { background: #c9eadf; }
.b-differs { background: #f4c27a; } .b-erratum { background: #eda078; }
.b-uncheckable { background: #d0d0d0; } .b-answered { background: #a9d4f0; }
.exhibit { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 0 1.8rem;
           margin: 2rem 0; padding-top: 1rem; border-top: 1px solid #ccc; align-items: start; }
.exhibit h4 { grid-column: 1 / -1; margin: 0 0 0.6rem; font-size: 1.05rem; }
.exhibit h5 { margin: 0.8rem 0 0.2rem; font-size: 0.9rem; } .exhibit div > h5:first-child
{ margin-top: 0; } .exhibit p { margin: 0.2rem 0; font-size: 0.95rem; }
.exhibit img { border: 1px solid #e4e4e4; }
details { margin: 0.6rem 0; } summary { cursor: pointer; }
td small { color: #444; } td .printed { color: #b34700; white-space: nowrap; }
table.dense { font-size: 0.72rem; } table.dense td, table.dense th { padding: 0.15rem 0.3rem; }
table.cells th { text-align: right; } table.cells th:first-child { text-align: left; }
details h5 { display: inline; font-size: 0.9rem; }
details h5 + p { display: inline; margin-right: 1rem; font-size: 0.95rem; }
#filter { display: none; gap: 0.4rem; flex-wrap: wrap; align-items: center; margin: 1rem 0; }
#filter button { font: inherit; font-size: 0.85rem; padding: 0.2rem 0.7rem; border: 1px solid #888;
                 border-radius: 1rem; background: #fff; cursor: pointer; }
#filter button[aria-pressed="true"] { background: #1a1a1a; color: #fff; }
td.id { white-space: nowrap; } a.lesson { white-space: nowrap; }
tr:target { background: #fff6dc; }
@media (max-width: 50rem) {
  .exhibit { grid-template-columns: 1fr; } nav { position: static; }
  table.stack, table.stack tbody, table.stack tr, table.stack td { display: block; }
  table.stack tr:first-child, table.stack thead { display: none; }
  table.stack td { border: 0; padding: 0.15rem 0; }
  table.stack tr { border-bottom: 1px solid #ccc; padding: 0.5rem 0; }
}
@media print { #filter, nav { display: none !important; } }
"""
#: Shows the rows of one verdict or of all; without it, or on paper, all rows are there.
_SCRIPT = """<script>
const bar = document.getElementById("filter"); bar.style.display = "flex";
const said = document.getElementById("shown");
for (const button of bar.querySelectorAll("button")) button.addEventListener("click", () => {
  for (const other of bar.querySelectorAll("button"))
    other.setAttribute("aria-pressed", other === button);
  let count = 0;
  for (const row of document.querySelectorAll("#ledger tbody tr")) {
    const show = !button.dataset.kind || row.dataset.kind === button.dataset.kind;
    row.hidden = !show; count += show;
  }
  said.textContent = count + " claims";
});
// A link to a row that the filter hides must still lead there.
addEventListener("hashchange", () => {
  if (document.querySelector("#ledger tr:target[hidden]")) {
    bar.querySelector("button").click(); document.querySelector("tr:target").scrollIntoView();
  }
});
</script>"""
#: A word for each verdict, for classes and short labels.
KINDS = {
    Verdict.REPRODUCED: "reproduced",
    Verdict.WITHIN_NOISE: "noise",
    Verdict.DIFFERS: "differs",
    Verdict.ERRATUM: "erratum",
    Verdict.UNCHECKABLE: "uncheckable",
    Verdict.ANSWERED: "answered",
}
_MANY_COLUMNS = 12


def write_page(found: Reproduction) -> Path:
    """Write the page, and the lessons it links to."""
    lessons = write_lessons(found.folder / "lessons")
    page = _Page(found, lessons)
    found.page.write_text(html_page(_title(found), page.parts(), _STYLE), encoding="utf-8")
    return found.page


def _title(found: Reproduction) -> str:
    if len(found.sources) == len(MODULES):
        return "Four sources, reproduced"
    return f"{' and '.join(rebuilt.source.name for rebuilt in found.sources)}, reproduced"


class _Page:
    """The pieces of the page, which all need to know where the lessons are."""

    def __init__(self, found: Reproduction, lessons: dict[str, str]) -> None:
        self.found, self.lessons = found, lessons
        self.verdicts = {f.claim.id: f.evidence.verdict for f in found.findings}
        #: Where on the page each claim is shown: the name of an anchor, and its title.
        self.shown: dict[str, list[tuple[str, str]]] = {}
        for rebuilt in found.sources:
            for exhibit in (*rebuilt.pictures, *rebuilt.tables):
                for claim in exhibit.claims:
                    place = f"{rebuilt.source.key}-{exhibit.name}"
                    self.shown.setdefault(claim, []).append((place, exhibit.title))

    def parts(self) -> list[str]:
        found = self.found
        parts = [self._top(), self._errata()]
        for rebuilt in found.sources:
            parts += self._source(rebuilt)
        return [*parts, self._ledger(), self._end(), _SCRIPT]

    # --- On top ---

    def _top(self) -> str:
        rows = "".join(
            f'<tr><td><a href="#{r.source.key}">{escape(r.source.name)}</a></td>'
            f'<td class="number">{len(r.findings)}</td><td>{_bar(r.findings)}</td></tr>'
            for r in self.found.sources
        )
        links = "".join(
            f'<li><a href="#{key}">{escape(words)}</a></li>'
            for key, words in (
                ("errata", "Errata, and where we part"),
                *((r.source.key, r.source.name) for r in self.found.sources),
                ("claims", "All claims"),
                ("made", "How this was made"),
            )
        )
        return (
            f"<h1>{escape(_title(self.found))}</h1>"
            "<p>What was published about judging classifiers, and what comes out when it is "
            "computed again: every figure, every table, and each claim with its verdict. Verdicts "
            "are the outcome of comparisons made when this page was, not opinions.</p>"
            f"<p><strong>{escape(tally(self.found.findings))}</strong></p>"
            f"<table><tr><th>source</th><th>claims</th><th>verdicts</th></tr>{rows}</table>"
            f"<p>{_key()}</p><nav><ul>{links}</ul></nav>"
        )

    def _errata(self) -> str:
        def chosen(*verdicts: Verdict) -> list[Finding]:
            return [f for f in self.found.findings if f.evidence.verdict in verdicts]

        pieces = ['<h2 id="errata">Errata, and where we part</h2>']
        for heading, said, findings in (
            (
                "Errata",
                "What is printed cannot be right, and we can say what is.",
                chosen(Verdict.ERRATUM),
            ),
            (
                "What differs",
                "We get something else, which need not be anybody's mistake.",
                chosen(Verdict.DIFFERS),
            ),
            (
                "What cannot be checked, and what was asked",
                "Nothing is printed that one could compare with; we say what we find.",
                chosen(Verdict.UNCHECKABLE, Verdict.ANSWERED),
            ),
        ):
            if findings:
                pieces.append(f"<h3>{heading}</h3><p>{said}</p>{self._notable(findings)}")
        return "".join(pieces)

    def _notable(self, findings: Sequence[Finding]) -> str:
        rows = "".join(
            f'<tr><td class="id"><a href="#{f.claim.id}">{f.claim.id}</a></td>'
            f"<td>{escape(f.claim.source)}<br>{escape(f.claim.where)}</td>"
            f"<td>{escape(f.claim.claim)}<br><small>{escape(_said(f))}</small></td>"
            f"<td>{escape(f.evidence.ours)}</td><td>{escape(f.evidence.explanation)}"
            f"{_folded(f.evidence.details)}</td>"
            f"<td>{self._lesson(f.claim.lesson)}</td></tr>"
            for f in findings
        )
        head = "".join(
            f"<th>{words}</th>" for words in ("", "where", "published", "ours", "why", "")
        )
        return f'<div class="scroll"><table class="stack"><tr>{head}</tr>{rows}</table></div>'

    # --- A source ---

    def _source(self, rebuilt: SourceRebuilt) -> list[str]:
        source = rebuilt.source
        return [
            f'<h2 id="{source.key}">{escape(source.name)}: {escape(source.title)}</h2>',
            f"<p>{escape(source.about)}{_address(source)}</p>",
            f"<p><strong>{escape(tally(rebuilt.findings))}</strong> "
            f'See <a href="#claims">all claims</a>.</p>',
            self._inventory(rebuilt),
            "<h3>Figures</h3>",
            *(self._picture(source, picture) for picture in rebuilt.pictures),
            "<h3>Tables</h3>",
            *(self._table(source, table) for table in rebuilt.tables),
        ]

    def _inventory(self, rebuilt: SourceRebuilt) -> str:
        """Every numbered figure and table of the source, and what became of it."""
        titles = {p.name: p.title for p in (*rebuilt.pictures, *rebuilt.tables)}
        key = rebuilt.source.key
        rows = "".join(
            f"<tr><td>{escape(e.exhibit)}</td><td>"
            + (
                ", ".join(
                    f'<a href="#{key}-{name}">{escape(titles[name])}</a>' for name in e.rebuilt
                )
                or "not rebuilt"
            )
            + f"</td><td>{_code(e.note)}</td></tr>"
            for e in load_exhibits(key)
        )
        return (
            '<details><summary>What became of each figure and table</summary><div class="scroll">'
            f"<table><tr><th>in the source</th><th>here</th><th></th></tr>{rows}</table></div>"
            "</details>"
        )

    def _picture(self, source: Source, picture: DrawnPicture) -> str:
        folder = f"figures/{source.key}"
        return (
            f'<section class="exhibit" id="{source.key}-{picture.name}">'
            f"<h4>{escape(picture.title)}</h4>"
            f"<div>{image(picture.png.read_bytes(), picture.text)}</div><div>"
            f"<h5>In the source</h5><p>{escape(picture.described)}</p>"
            f"<h5>Here</h5><p>{escape(picture.text)}</p>{self._about(picture.claims)}"
            f'<p><a href="{folder}/{picture.png.name}">PNG</a> '
            f'<a href="{folder}/{picture.svg.name}">SVG</a></p></div></section>'
        )

    def _about(self, claims: Sequence[str]) -> str:
        """The claims that an exhibit bears on, with their verdicts, and the lessons."""
        chips = ", ".join(
            f'<a href="#{claim}">{claim}</a> <span class="verdict {KINDS[verdict]}">'
            f"{escape(verdict)}</span>"
            for claim in claims
            for verdict in [self.verdicts[claim]]
        )
        numbers = sorted({f.claim.lesson for f in self.found.findings if f.claim.id in claims})
        told = ", ".join(self._lesson(number) for number in numbers)
        return f"<h5>Claims</h5><p>{chips}</p><h5>Explained in</h5><p>{told}</p>"

    def _lesson(self, number: str) -> str:
        if number not in self.lessons:
            return f"lesson {number}"
        return f'<a class="lesson" href="lessons/{self.lessons[number]}">lesson {number}</a>'

    def _table(self, source: Source, table: Table) -> str:
        link = f'<a href="tables/{source.key}/{table.name}.csv">{table.name}.csv</a>'
        said = f" ({len(table.printed)} printed otherwise)" if table.printed else ""
        body = "" if table.file_only else cells_of(table)
        return (
            f'<details id="{source.key}-{table.name}"><summary>{escape(table.title)}'
            f"{said}</summary><p>{escape(table.text)} Also as {link}.</p>"
            f"{self._about(table.claims)}{body}</details>"
        )

    # --- Below ---

    def _ledger(self) -> str:
        rows = "".join(self._row(finding) for finding in self.found.findings)
        head = "".join(
            f"<th>{words}</th>" for words in ("id", "claim", "published", "ours", "verdict")
        )
        present = [v for v in Verdict if v in self.verdicts.values()]
        buttons = '<button aria-pressed="true">all</button>' + "".join(
            f'<button aria-pressed="false" data-kind="{KINDS[v]}">{escape(v)}</button>'
            for v in present
        )
        return (
            '<h2 id="claims">All claims</h2><p>Also as <a href="ledger.csv">ledger.csv</a> and '
            f'<a href="ledger.json">ledger.json</a>.</p><div id="filter">Show {buttons} '
            f'<span id="shown" role="status">{len(self.found.findings)} claims</span></div>'
            f'<div class="scroll"><table id="ledger"><thead><tr>{head}</tr></thead>'
            f"<tbody>{rows}</tbody></table></div>"
        )

    def _row(self, finding: Finding) -> str:
        row = {key: escape(text) for key, text in finding.row().items()}
        kind = KINDS[finding.evidence.verdict]
        return (
            f'<tr id="{row["id"]}" data-kind="{kind}"><td class="id"><strong>{row["id"]}</strong>'
            f"<br><small>{row['source']},<br>{row['where']}<br>{self._lesson(row['lesson'])}</small></td>"
            f"<td>{row['claim']}{self._places(row['id'])}</td><td>{row['published']}</td>"
            f"<td>{row['ours']}<br><small>{row['method']}</small></td>"
            f'<td><span class="verdict {kind}">{row["verdict"]}</span><br>{row["explanation"]}'
            f"{_folded(finding.evidence.details)}</td></tr>"
        )

    def _places(self, claim: str) -> str:
        """Links back to the figures and tables that a claim is shown in."""
        links = ", ".join(
            f'<a href="#{place}">{escape(title.partition(":")[0])}</a>'
            for place, title in self.shown.get(claim, [])
        )
        return f"<br><small>{links}</small>" if links else ""

    def _end(self) -> str:
        with_what = ", ".join(f"{name} {version}" for name, version in self.found.made_with.items())
        times = ", ".join(f"{r.source.name} {r.seconds:.0f} s" for r in self.found.sources)
        return (
            f'<h2 id="made">How this was made</h2><p>With {escape(with_what)}. Time: '
            f"{escape(times)}. Each claim has a check of its own in the library, which computes "
            "our value and compares; the checks are tested in turn with other published values and "
            "other data, under which their verdicts must change. To cite it: CITATION.cff in the "
            "course's folder.</p>"
        )


def _address(source: Source) -> str:
    address = escape(source.address)
    return f' <a href="{address}">{address}</a>' if address else ""


def _folded(details: str) -> str:
    return f"<details><summary>more</summary>{escape(details)}</details>" if details else ""


def _bar(findings: Sequence[Finding]) -> str:
    """How many claims got each verdict, as lengths and in words."""
    verdicts = [f.evidence.verdict for f in findings]
    pieces = "".join(
        f'<span class="b-{KINDS[v]}" style="flex:{verdicts.count(v)}" '
        f'title="{verdicts.count(v)} {escape(v)}">{verdicts.count(v)}</span>'
        for v in Verdict
        if v in verdicts
    )
    return f'<div class="bar" role="img" aria-label="{escape(tally(findings))}">{pieces}</div>'


def _key() -> str:
    return " &nbsp; ".join(
        f'<span class="patch b-{KINDS[v]}"></span> <span class="verdict {KINDS[v]}">{escape(v)}'
        "</span>"
        for v in Verdict
    )


def _said(finding: Finding) -> str:
    """What was published, unless it is only a word for its kind ("figure", "formula")."""
    published = finding.claim.published
    return published if any(letter.isdigit() for letter in published) else f"({published})"


def _code(text: str) -> str:
    """Text with `names` in the letters of code."""
    pieces = escape(text).split("`")
    return "".join(f"<code>{p}</code>" if i % 2 else p for i, p in enumerate(pieces))


def cells_of(table: Table) -> str:
    """A table's cells; in brackets what the source prints, where it is another value."""
    printed = {(i, j): text for i, j, text in table.printed}
    head = "".join(f"<th>{escape(words)}</th>" for words in table.head)
    rows = []
    for i, row in enumerate(table.rows):
        cells = [f"<th>{escape(row[0])}</th>"]
        for j, text in enumerate(row[1:], 1):
            other = printed.get((i, j))
            mark = f' <span class="printed">[{escape(other)}]</span>' if other else ""
            cells.append(f'<td class="number">{escape(text)}{mark}</td>')
        rows.append(f"<tr>{''.join(cells)}</tr>")
    dense = " dense" if len(table.head) > _MANY_COLUMNS else ""
    body = f"<tr>{head}</tr>{''.join(rows)}"
    return f'<div class="scroll"><table class="cells{dense}">{body}</table></div>'
