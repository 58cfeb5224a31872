"""Real files to try things with: scores for the SPECT heart images, labels for digits."""

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


def example_items() -> Path:
    """The path of another: what eleven models call 899 handwritten digits, beside the truth.

    The models were trained by us on the first half of scikit-learn's digits (Alpaydin and Kaynak,
    *Optical Recognition of Handwritten Digits*, UCI Machine Learning Repository, 1998); `image` is
    the number of an image in the second half. `tools/write_example_items.py` says how.

    >>> example_items().read_text().splitlines()[0][:44]
    'image,truth,support_vectors,three_neighbours'
    """
    return stored("digits_predicted.csv")


def example_text() -> str:
    """What the file must hold, from the stored scores."""
    spect = load_elazmeh_scores("spect")
    rows = [",".join(["truth", *spect.scores])]
    columns = [column.tolist() for column in spect.scores.values()]
    for truth, *scores in zip(spect.is_positive.tolist(), *columns, strict=True):
        rows.append(",".join([str(int(truth)), *map(repr, scores)]))
    return "\n".join(rows) + "\n"
