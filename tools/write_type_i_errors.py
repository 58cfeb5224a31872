"""Write the type I errors behind the panel of lesson 04: too slow for a control.

    python tools/write_type_i_errors.py

Each setting of the panel is a simulation of its own, of up to some seconds; there are 72.
"""

import json
from itertools import product

from course_lib.common.bars import progress_bar
from course_lib.widgets.type_i_error import (
    CASES,
    FILE,
    FOLDS,
    LEARNERS,
    REPETITIONS,
    RUNS,
    key,
    simulated,
)


def main():
    """Simulate every setting and write the file."""
    settings = list(product(CASES, FOLDS, RUNS, [learner for _, learner in LEARNERS]))
    found = {}
    with progress_bar(len(settings), "type I errors", True, "settings") as bar:
        for setting in settings:
            rates = simulated(*setting).rates
            found[key(*setting)] = {name: round(r * REPETITIONS) for name, r in rates.items()}
            bar.update(1)
    FILE.parent.mkdir(exist_ok=True)
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(rates)}" for name, rates in found.items())
    FILE.write_text(f'{{"repetitions": {REPETITIONS},\n"found": {{\n{lines}\n}}}}\n')
    print(f"{FILE.name}: {FILE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
