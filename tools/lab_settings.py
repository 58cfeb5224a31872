"""Defaults for the JupyterLab of the environment that runs this, as the lessons need them.

    python tools/lab_settings.py

`make lab` does this by itself; readers with conda, or with pip alone, do it once. They are defaults
only: what somebody has chosen in JupyterLab, or already written into these files, stands. Nothing
outside the environment is touched.
"""

import json
import sys
from pathlib import Path

#: By file, below the environment's folder.
DEFAULTS = {
    # Panels and checkpoints are stored with the lesson, and are alive again on the second day.
    "share/jupyter/lab/settings/overrides.json": {
        "@jupyter-widgets/jupyterlab-manager:plugin": {"saveState": True},
    },
    # They stay alive when the lesson is saved once more.
    "etc/jupyter/jupyter_server_config.d/beyond_chance.json": {
        "ServerApp": {"jpserver_extensions": {"course_lib.classroom.second_day": True}},
    },
    # No pop-up that asks to fetch news from the network when a reader opens the first lesson.
    "etc/jupyter/labconfig/page_config.json": {
        "disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True},
    },
}


def write_defaults(environment):
    """Write them below this folder; returns the files."""
    files = []
    for name, defaults in DEFAULTS.items():
        file = Path(environment, name)
        known = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        for part, values in defaults.items():
            known[part] = {**values, **known.get(part, {})}
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(known, indent=2) + "\n", encoding="utf-8")
        files.append(file)
    return files


if __name__ == "__main__":
    if sys.prefix == sys.base_prefix and not Path(sys.prefix, "conda-meta").exists():
        sys.exit("Activate the course's environment first: this Python belongs to the system.")
    for file in write_defaults(sys.prefix):
        print(f"Wrote {file}")
