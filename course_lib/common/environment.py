"""Is everything here that the course needs? In words, before a lesson fails in the middle."""

import sys
from dataclasses import dataclass
from importlib import metadata

_DISTRIBUTION = "beyond-chance"
_CURE = "To mend this, run `make setup` in the course's folder, or install as README.md shows."


@dataclass(frozen=True)
class Environment:
    """What `check_environment` found."""

    #: A sentence for each thing that is missing or too old; empty when all is well.
    troubles: tuple[str, ...]
    #: What was looked at: name and version, in order.
    versions: tuple[tuple[str, str], ...]

    @property
    def complete(self) -> bool:
        """Is everything here?"""
        return not self.troubles

    def sentence(self) -> str:
        """The finding in words, with the cure if one is needed."""
        if self.complete:
            return "Everything the course needs is here."
        return "\n".join([*self.troubles, _CURE])


def check_environment() -> Environment:
    """Compare what is installed with what the course asks for in pyproject.toml.

    >>> print(check_environment().sentence())
    Everything the course needs is here.
    """
    # A dependency of jupyterlab and pytest; where those are missing it may be, too.
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
    troubles = []
    versions = [("Python", python)]
    if not SpecifierSet(pythons).contains(python):
        troubles.append(f"Python is {python}, and the course needs {_in_words(pythons)}.")
    for requirement in map(Requirement, required):
        if requirement.marker and not requirement.marker.evaluate({"extra": ""}):
            continue  # belongs to an extra
        name, wanted = requirement.name, _in_words(str(requirement.specifier))
        try:
            found = metadata.version(name)
        except metadata.PackageNotFoundError:
            troubles.append(f"{name} is missing; the course needs {wanted}.")
            continue
        versions.append((name, found))
        if not requirement.specifier.contains(found, prereleases=True):
            troubles.append(f"{name} is {found}, and the course needs {wanted}.")
    return Environment(tuple(troubles), tuple(versions))


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
