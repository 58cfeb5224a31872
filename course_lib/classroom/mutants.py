"""Is a question's checker strict enough? It is tried on wrong answers made from the right one.

`python -m course_lib.classroom.mutants` takes the worked answer to every question, makes each
program that is one wrong turn away from it (`mutations`), runs it where a learner's answer would
run, and shows those that the checker calls correct. Each of them is a hole in the checker, or
right after all.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from course_lib.classroom.trials import Trial, try_mutants
from course_lib.classroom.worked import WorkedAnswer, worked_answers
from course_lib.common.arguments import one_of
from course_lib.common.bars import progress_bar

_SOLUTIONS = Path(__file__).parents[2] / "solutions"


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns the exit code: 1 if a checker itself stopped with an error."""
    parser = argparse.ArgumentParser(
        prog="python -m course_lib.classroom.mutants",
        description="Try the checkers on wrong answers made from the right ones.",
    )
    parser.add_argument("questions", nargs="*", help="names of questions; all, if you name none")
    parser.add_argument(
        "--notebook",
        type=Path,
        action="append",
        help="a notebook with worked answers; those in solutions/, if you name none",
    )
    given = parser.parse_args(arguments)
    notebooks = given.notebook or sorted(_SOLUTIONS.glob("*/*.ipynb"))
    if not notebooks:
        parser.error("there is no solutions/ here; name a notebook with --notebook")
    for path in notebooks:
        if not path.is_file():
            parser.error(f"there is no notebook {path}")
    try:
        return _try_all(notebooks, given.questions)
    except ValueError as error:
        parser.error(str(error))


def _try_all(notebooks: Sequence[Path], wanted: Sequence[str]) -> int:
    # Only those that ask for it: a notebook is run up to its answers.
    asked = [p for p in notebooks if not wanted or _holds(p, wanted)]
    found = [answer for path in asked or notebooks for answer in worked_answers(path)]
    names = [answer.question.name for answer in found]
    for name in wanted:
        one_of("question", name, names)
    crashes = 0
    with progress_bar(None, "mutants", unit="mutant") as bar:
        for answer in found:
            if not wanted or answer.question.name in wanted:
                trial = _tried(answer, lambda: bar.update(1))
                crashes += len(trial.crashes)
                print(_report(answer.question.name, trial), flush=True)
    return 1 if crashes else 0


def _holds(notebook: Path, names: Sequence[str]) -> bool:
    text = notebook.read_text(encoding="utf-8")
    return any(f'"{name}"' in text for name in names)


def _tried(answer: WorkedAnswer, step: Callable[[], object]) -> Trial:
    return try_mutants(answer.question, answer.source, answer.world, answer.variable, step=step)


def _report(name: str, trial: Trial) -> str:
    """What became of the mutants, with the text of those that got through."""
    said = f"{name}: {trial.tried} mutants, {len(trial.survivors)} called correct"
    if trial.slow:
        said += f", {len(trial.slow)} given up because they took too long"
    lines = [said]
    for mutant in trial.survivors:
        lines.append(f"  {mutant.what}")
        lines += [f"      {line}" for line in mutant.source.splitlines()]
    for mutant in trial.crashes:
        lines.append(f"  the checker stops with an error: {mutant.what}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
