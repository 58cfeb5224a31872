"""Paired differences: how large may the difference between A and B be?"""
