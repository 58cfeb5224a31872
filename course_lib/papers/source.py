"""The four sources: what was published, and what it takes to rebuild it.

A source is a folder in `sources/`. Its `source.toml` says what it is and holds what it prints
besides its claims; `claims.csv` lists the claims, each with a few of its own words and the numbers
to compare; `exhibits.csv` its figures and tables, and `figures.csv` what it shows and says in the
figures that are drawn anew. Modules whose names begin with `checks` hold a function for each claim,
`exhibits.py` has `PICTURES` and `TABLES`, functions by name, and `run.py` what all of these share.
Nothing of that is loaded before it is asked for, so that listing the sources costs nothing.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from importlib import import_module, resources
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, Generic, TypeVar

from course_lib.common.files import read_table
from course_lib.papers.checks import CHECKS
from course_lib.papers.exhibits import Drawn, Exhibit, Picture, Table
from course_lib.papers.ledger import Claim, Evidence, Finding

_Thing = TypeVar("_Thing")


@dataclass(frozen=True, eq=False)
class Source:
    """One of the works that the course stands on."""

    #: What the `course reproduce` command and the folders call it.
    key: str
    #: Short, as in the ledger.
    name: str
    title: str
    #: Authors, where it appeared, and what was done with it here.
    about: str
    #: What it prints and is compared with, besides the claims' own values.
    printed: Mapping[str, Any]
    #: Where to find it, if it has a lasting address.
    address: str = ""

    def open(self, progress: bool | None = None) -> "OpenSource":
        """Open it for reading."""
        return self._module("run").Run(self, progress)

    @cached_property
    def claims(self) -> dict[str, Claim]:
        """What it says, by id."""
        return {row["id"]: Claim(source=self.name, **row) for row in self._rows("claims.csv")}

    @cached_property
    def checks(self) -> dict[str, Callable[..., Evidence]]:
        """The check of each claim, called with the claim and the opened source."""
        for module in iter_modules([str(_folder(self.key))]):
            if module.name.startswith("checks"):
                self._module(module.name)
        return {claim_id: CHECKS[claim_id] for claim_id in self.claims}

    @cached_property
    def exhibits(self) -> list[Exhibit]:
        """Its numbered figures and tables, and what became of each."""
        return [
            Exhibit(row["exhibit"], tuple(row["rebuilt"].split()), row["note"])
            for row in self._rows("exhibits.csv")
        ]

    @cached_property
    def figures(self) -> dict[str, dict[str, Any]]:
        """Title, claims and what the source shows, of each figure that is drawn anew, by name."""
        return {
            row["name"]: {
                "title": row["title"],
                "claims": tuple(row["claims"].split()),
                "described": row["described"],
            }
            for row in self._rows("figures.csv")
        }

    @cached_property
    def pictures(self) -> dict[str, Callable[..., Drawn]]:
        """How to draw its figures, by name; called with the opened source."""
        return self._module("exhibits").PICTURES

    @cached_property
    def tables(self) -> dict[str, Callable[..., Table]]:
        """How to make its tables, by name; called with the opened source."""
        return self._module("exhibits").TABLES

    def _module(self, name: str) -> ModuleType:
        return import_module(f"{__package__}.sources.{_folder(self.key).name}.{name}")

    def _rows(self, file: str) -> list[dict[str, str]]:
        return read_table(_folder(self.key) / file).records()


class OpenSource:
    """A source that is read: claims judged, figures drawn, tables made, when first asked for.

    Each source's `run.py` adds what its checks and figures share.
    """

    def __init__(self, source: Source, progress: bool | None = None) -> None:
        self.source, self.progress = source, progress
        self.printed = source.printed

    @cached_property
    def findings(self) -> list[Finding]:
        """Every claim with its evidence."""
        return [self.judge(claim_id) for claim_id in self.source.claims]

    def judge(self, claim_id: str, published: str | None = None) -> Finding:
        """One claim with its evidence, or with another value as if that had been published."""
        from course_lib.common.arguments import one_of  # brings numpy

        claim = self.source.claims[one_of("claim_id", claim_id, tuple(self.source.claims))]
        if published is not None:
            claim = replace(claim, published=published, value=published)
        return Finding(claim, self.source.checks[claim_id](claim, self))

    @cached_property
    def pictures(self) -> Mapping[str, Picture]:
        """Its figures, by name."""
        return _WhenAsked({name: partial(self._draw, name) for name in self.source.pictures})

    @cached_property
    def tables(self) -> Mapping[str, Table]:
        """Its tables, rebuilt, by name."""
        return _WhenAsked({name: partial(make, self) for name, make in self.source.tables.items()})

    def _draw(self, name: str) -> Picture:
        import matplotlib.pyplot as plt

        drawn = self.source.pictures[name](self)
        plt.close(drawn.figure)  # kept by us: no notebook need show it on its own
        return Picture(**self.source.figures[name], **drawn._asdict())


class _WhenAsked(Mapping[str, _Thing], Generic[_Thing]):
    """Things by name, each made when it is first asked for."""

    def __init__(self, makers: Mapping[str, Callable[[], _Thing]]) -> None:
        self._makers = makers
        self._made: dict[str, _Thing] = {}

    def __getitem__(self, name: str) -> _Thing:
        if name not in self._made:
            self._made[name] = self._makers[name]()
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


def _folder(key: str) -> Any:
    return resources.files(__package__).joinpath("sources", key.replace("-", "_"))


def _read(key: str) -> Source:
    facts = tomllib.loads(_folder(key).joinpath("source.toml").read_text("utf-8"))
    return Source(key=key, printed=facts.pop("printed", {}), **facts)


#: All of them, by key, in the order in which the course tells of them.
SOURCES = {key: _read(key) for key in ("forman-cohen", "lecture", "benavoli", "elazmeh")}
