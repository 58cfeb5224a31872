"""Many algorithms on many data sets: which of them differ?"""
