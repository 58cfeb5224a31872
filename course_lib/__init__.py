"""Beyond Chance: judging classifiers honestly.

All public names are importable from here. `__init__.pyi` lists them; each is loaded when first
used, so that `import course_lib` itself costs next to nothing.
"""

import lazy_loader

__version__ = "0.1.0"

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
