"""Write the example of items: what eleven models call 899 handwritten digits.

Images and labels come with scikit-learn (Optical Recognition of Handwritten Digits, UCI, CC BY
4.0). The first half trains, the second half is predicted. Other versions of scikit-learn may train
models that differ in a few digits.
"""

from sklearn.datasets import load_digits
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import ExtraTreesClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid
from sklearn.neural_network import MLPClassifier
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from course_lib.datasets import example_items

MODELS = {
    "support_vectors": SVC(gamma=0.001),
    "three_neighbours": KNeighborsClassifier(3),
    "nine_neighbours": KNeighborsClassifier(9),
    "extra_trees": ExtraTreesClassifier(random_state=1),
    "random_forest": RandomForestClassifier(random_state=1),
    "neural_network": MLPClassifier((32,), max_iter=1000, random_state=1),
    "logistic_regression": LogisticRegression(C=0.01, max_iter=2000),
    "linear_discriminant": LinearDiscriminantAnalysis(),
    "nearest_centroid": NearestCentroid(),
    "naive_bayes": GaussianNB(),
    "decision_tree": DecisionTreeClassifier(random_state=1),
}


def main() -> None:
    """Train on the first half of the images, predict the second."""
    digits = load_digits()
    half = len(digits.data) // 2
    columns = [range(half, len(digits.data)), digits.target[half:].tolist()]
    for model in MODELS.values():
        model.fit(digits.data[:half], digits.target[:half])
        columns.append(model.predict(digits.data[half:]).tolist())
    rows = [["image", "truth", *MODELS], *zip(*columns, strict=True)]
    lines = (",".join(map(str, row)) for row in rows)
    example_items().write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
