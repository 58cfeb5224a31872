"""`python -m course_lib.cli` is `course`."""

import sys

from course_lib.cli import main

sys.exit(main())
