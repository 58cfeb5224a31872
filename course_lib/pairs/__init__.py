"""Two classifiers: is A better than B?"""

from course_lib.pairs.choose import Advice, choose_test
from course_lib.pairs.mcnemar import mcnemar_from_predictions, mcnemar_test
from course_lib.pairs.power import (
    mcnemar_power,
    mcnemar_sample_size,
    sign_test_power,
    sign_test_sample_size,
    t_test_power,
    t_test_sample_size,
)
from course_lib.pairs.resampling import TypeIErrors, type_i_errors
from course_lib.pairs.sign import sign_test
from course_lib.pairs.t import corrected_t_test, five_by_two_test, paired_t_test
from course_lib.pairs.wilcoxon import wilcoxon_test

__all__ = [
    "Advice",
    "TypeIErrors",
    "choose_test",
    "corrected_t_test",
    "five_by_two_test",
    "mcnemar_from_predictions",
    "mcnemar_power",
    "mcnemar_sample_size",
    "mcnemar_test",
    "paired_t_test",
    "sign_test",
    "sign_test_power",
    "sign_test_sample_size",
    "t_test_power",
    "t_test_sample_size",
    "type_i_errors",
    "wilcoxon_test",
]
