"""Is everything here that the course needs? In words, before a lesson fails in the middle."""

import sys
from dataclasses import dataclass
from importlib import metadata
from typing import ClassVar

from course_lib.common.result import Result

_DISTRIBUTION = "beyond-chance"
#: The extra that lessons need and commands and statistics do not.
_LESSONS = "lab"
_CURE = "To mend this, run `make setup` in the course's folder, or install as README.md shows."


@dataclass(frozen=True, repr=False)
class Environment(Result):
    """What `check_environment` found."""

    #: A sentence for each thing without which nothing works; empty when all is well.
    troubles: tuple[str, ...]
    #: What was looked at: name and version, in order.
    versions: tuple[tuple[str, str], ...]
    #: What the lessons need besides, and do not find; commands and statistics do without.
    missing_for_lessons: tuple[str, ...] = ()

    _also: ClassVar[tuple[str, ...]] = ("complete",)

    @property
    def complete(self) -> bool:
        """Is everything here, for the lessons too?"""
        return not self.troubles and not self.missing_for_lessons

    def facts(self) -> dict[str, str]:
        """The version of each thing that is here."""
        return dict(self.versions)

    def sentence(self) -> str:
        """The finding in words, with the cure if one is needed."""
        return "\n".join(self._paragraphs())

    def _paragraphs(self) -> list[str]:
        if self.complete:
            return ["Everything the course needs is here."]
        if self.troubles:
            return [*self.troubles, _CURE]
        return [
            "Every command and statistic works. The lessons also need "
            f"{', '.join(self.missing_for_lessons)}: run `make setup` in the course's folder, or "
            f"`pip install '{_DISTRIBUTION}[{_LESSONS}]'`."
        ]


def check_environment() -> Environment:
    """Compare what is installed with what the course asks for in pyproject.toml.

    >>> print(check_environment().sentence())
    Everything the course needs is here.
    """
    # Comes with matplotlib; where that is missing it may be, too.
    try:
        from packaging.requirements import Requirement
        from packaging.specifiers import SpecifierSet
    except ImportError:
        return Environment(("The package `packaging` is missing, and with it most others.",), ())
    try:
        required = metadata.requires(_DISTRIBUTION) or []
        pythons = metadata.metadata(_DISTRIBUTION)["Requires-Python"]
    except metadata.PackageNotFoundError:
        return Environment(("The course itself is not installed.",), ())

    python = ".".join(map(str, sys.version_info[:3]))
    troubles, missing_for_lessons = [], []
    versions = [("Python", python)]
    if not SpecifierSet(pythons).contains(python):
        troubles.append(f"Python is {python}, and the course needs {_in_words(pythons)}.")
    for requirement in map(Requirement, required):
        marker = requirement.marker
        always = marker is None or marker.evaluate({"extra": ""})
        if marker is not None and not (always or marker.evaluate({"extra": _LESSONS})):
            continue  # belongs to another extra
        name, wanted = requirement.name, _in_words(str(requirement.specifier))
        try:
            found = metadata.version(name)
            versions.append((name, found))
        except metadata.PackageNotFoundError:
            found = None
        if found and requirement.specifier.contains(found, prereleases=True):
            continue
        if not always:
            missing_for_lessons.append(f"{name} ({wanted})")
        elif found:
            troubles.append(f"{name} is {found}, and the course needs {wanted}.")
        else:
            troubles.append(f"{name} is missing; the course needs {wanted}.")
    return Environment(tuple(troubles), tuple(versions), tuple(missing_for_lessons))


def _in_words(specifier: str) -> str:
    """A version range as people say it.

    >>> _in_words("<3,>=2.0")
    'version 2.0 or later, below 3'
    """
    words = []
    for part in sorted(specifier.split(","), key=lambda part: part.startswith("<")):
        if part.startswith(">="):
            words.append(f"version {part[2:]} or later")
        elif part.startswith("<"):
            words.append(f"below {part[1:]}")
        else:
            words.append(part)
    return ", ".join(words) or "any version"
