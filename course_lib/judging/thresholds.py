"""From which score on a case is called positive: one threshold for all, or one for each."""

import math
import numbers
from collections.abc import Mapping
from typing import Any

import numpy as np

from course_lib.common.arguments import number_between, one_of
from course_lib.judging.predictions import Predictions

#: Scores from 0 to 1 are read as probabilities, and called positive from here on.
EVEN = 0.5


def thresholds_for(predictions: Predictions, threshold: Any = None) -> np.ndarray:
    """The threshold of each classifier: a number for all, or a dictionary by name.

    In a dictionary the key None stands for all that are not named. Without a threshold, scores
    from 0 to 1 are read as probabilities, with 0.5 as theirs; for other scores there is no natural
    one, and it is NaN: such a classifier is judged by its ranking only.
    """
    if threshold is None or isinstance(threshold, numbers.Real):
        own: dict[Any, Any] = {} if threshold is None else {None: threshold}
    elif isinstance(threshold, Mapping):
        own = dict(threshold)
    else:
        raise ValueError(
            "threshold must be a number, or a dictionary with a number for each classifier; got "
            f"{threshold!r}"
        )
    for name in own:
        if name is not None:
            one_of("threshold: the classifier", name, predictions.names)
    own = {
        name: number_between("threshold", value, -math.inf, math.inf) for name, value in own.items()
    }
    found = np.full(len(predictions.names), np.nan)
    for index, name in enumerate(predictions.names):
        scores = predictions.scores[:, index]
        if name in own or None in own:
            found[index] = own.get(name, own.get(None))
        elif scores.min() >= 0 and scores.max() <= 1:
            found[index] = EVEN
    return found
