"""Lessons under test leave no trace on a reader's board, and say the same on a slow machine."""

import os

# Kernels started by nbval inherit these.
os.environ["COURSE_PROGRESS"] = "memory"
os.environ["COURSE_BARS"] = "off"
