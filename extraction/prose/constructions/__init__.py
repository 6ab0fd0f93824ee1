"""How a value can be stated, one construction a file. The first that reads a value has it; none, no fact."""

from collections.abc import Callable, Sequence

from extraction.prose.constructions.deadline import deadline
from extraction.prose.constructions.discount import discount
from extraction.prose.constructions.frequency import frequency
from extraction.prose.constructions.grant import grant
from extraction.prose.constructions.item import item
from extraction.prose.constructions.lasting import lasting
from extraction.prose.constructions.measure import measure
from extraction.prose.constructions.penalty import penalty
from extraction.prose.constructions.share import share
from extraction.prose.constructions.waiver import waiver
from extraction.prose.place import Place, Reading

CONSTRUCTIONS: Sequence[Callable[[Place], Reading | None]] = (
    penalty, waiver, discount, deadline, item, share, frequency, grant, measure, lasting,
)  # fmt: skip


def read(place: Place) -> Reading | None:
    """Return what the first matching construction makes of a value, or ``None``: not everything becomes a fact."""
    return next((reading for construction in CONSTRUCTIONS if (reading := construction(place))), None)
