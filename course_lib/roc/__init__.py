"""Which part of a ROC curve can be trusted? Confident segments, bands, intervals for the AUC."""
