"""Write environment.yml from pyproject.toml, so that conda users get the same requirements."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent


def environment_yml() -> str:
    """The text of environment.yml, from pyproject.toml: all but the tests in a browser."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    requirements = [*project["dependencies"], *extras["lab"], *extras["test"], *extras["grading"]]
    lines = [
        "# Written by 'make environment' from pyproject.toml; edit that, not this.",
        f"name: {project['name']}",
        "channels:",
        "  - conda-forge",
        "dependencies:",
        f'  - "python{project["requires-python"]}"',
        *(f'  - "{requirement}"' for requirement in sorted(requirements)),
        "  - pip",
        "  - pip:",
        "      - --editable .",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    (ROOT / "environment.yml").write_text(environment_yml())
