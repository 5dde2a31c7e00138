
import a.b as c
from .near import Thing, other
from far import *

LIMIT = 10
if LIMIT > 5:
    inner = 3


@decorated(size=[1, 2])
class Shape(Base, Mixin):
    """Documentation."""
    count = 0

    def __init__(self, *args, **options):
        self.name, self.size = args
        self.made = Thing(1)

    @staticmethod
    def of(text: str, size=3) -> "Shape":
        def parse(part):
            nonlocal text
            text = part
            return part[1:]
        try:
            first, rest = parse(text)
        except (ValueError, KeyError) as error:
            raise Wrong(error)
        else:
            pass
        finally:
            close()
        with open(text) as handle, lock:
            rows = [x for x in handle if x is not None]
        while not rows:
            rows = f"{rows}" if rows else {"a": 1, **rest}
        return Shape(*rows, size=size)


def _free(a, b=None):
    global LIMIT
    LIMIT = a
    match a:
        case [1, x] if x > 2:
            yield x
        case _:
            return lambda q, *r: q
    assert 0 < a < 3, "range"
