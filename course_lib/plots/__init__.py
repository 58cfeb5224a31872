"""Pictures: `draw_*(ax, ...)` functions take data, paint it, and return what they drew."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
