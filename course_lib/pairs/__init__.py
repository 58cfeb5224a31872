"""Two classifiers: is A better than B?"""
