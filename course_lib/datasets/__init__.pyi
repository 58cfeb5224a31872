"""Every loader and class of data, once, and the module that holds it."""

from .benavoli import (
    load_benavoli_accuracies as load_benavoli_accuracies,
    load_benavoli_example as load_benavoli_example,
)
from .elazmeh import (
    ELAZMEH_CLASSIFIERS as ELAZMEH_CLASSIFIERS,
    ELAZMEH_DATA_SETS as ELAZMEH_DATA_SETS,
    ClassifierScores as ClassifierScores,
    FeatureTable as FeatureTable,
    load_elazmeh_auc as load_elazmeh_auc,
    load_elazmeh_class_counts as load_elazmeh_class_counts,
    load_elazmeh_scores as load_elazmeh_scores,
    load_hypothyroid as load_hypothyroid,
    load_spect as load_spect,
    load_spectf as load_spectf,
    load_uci_class_counts as load_uci_class_counts,
)
from .example import (
    example_items as example_items,
    example_predictions as example_predictions,
)
from .forman_cohen import (
    PublishedCriticalValues as PublishedCriticalValues,
    load_forman_cohen_critical_values as load_forman_cohen_critical_values,
)
from .lecture import (
    load_lecture_accuracies as load_lecture_accuracies,
    load_lecture_breast_cancer_scores as load_lecture_breast_cancer_scores,
    load_lecture_leaf_confusion as load_lecture_leaf_confusion,
    load_lecture_sign_table as load_lecture_sign_table,
    load_lecture_t_table as load_lecture_t_table,
)
