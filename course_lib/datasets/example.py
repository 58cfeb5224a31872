"""A real file of predictions to try things with: four classifiers on the SPECT heart images."""

from pathlib import Path

from course_lib.datasets.elazmeh import load_elazmeh_scores
from course_lib.datasets.files import stored


def example_predictions() -> Path:
    """The path of the example: the truth and four classifiers' scores for 187 heart images.

    Positive (1) are the 15 normal hearts. `load_elazmeh_scores("spect")` has the same numbers and
    says where they come from.

    >>> example_predictions().read_text().splitlines()[0]
    'truth,decision_stump,decision_tree,random_forest,naive_bayes'
    """
    return stored("spect_predictions.csv")


def example_text() -> str:
    """What the file must hold, from the stored scores."""
    spect = load_elazmeh_scores("spect")
    rows = [",".join(["truth", *spect.scores])]
    columns = [column.tolist() for column in spect.scores.values()]
    for truth, *scores in zip(spect.is_positive.tolist(), *columns, strict=True):
        rows.append(",".join([str(int(truth)), *map(repr, scores)]))
    return "\n".join(rows) + "\n"
