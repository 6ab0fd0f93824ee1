"""Every ranking of one set of questions beside each other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.answer import Channel
from evals.reading.fusions import NORMALISERS, Fitted, by_rank, fit_each, ranking
from evals.reading.ranking import Ranking, rank_of
from evals.reading.searching import CHANNELS, Found
from evals.significance import randomisation_test, sign_test

PRODUCT = "product"
RRF, RRF_ALL = "RRF vector+keyword", "RRF of all three"


@dataclass(frozen=True, slots=True)
class Comparison:
    """All rankings of a set by name, over the same questions; ``fitted`` are the rivals whose weight was fitted."""

    name: str
    found: tuple[Found, ...]
    rankings: Mapping[str, Ranking]
    fitted: tuple[Fitted, ...]

    @property
    def product(self) -> Ranking:
        return self.rankings[PRODUCT]

    @property
    def best_single(self) -> str:
        """The search that alone puts the right paragraph first most often."""
        return max(CHANNELS, key=lambda channel: (self.rankings[channel].hit_at(1), self.rankings[channel].mrr))

    def p_first(self, other: str) -> float:
        """Return p of the exact sign test between the product's first results and those of ``other``."""
        return sign_test(self.product.firsts, self.rankings[other].firsts)

    def p_reciprocal(self, other: str) -> float:
        """Return p of the randomisation test between the product's reciprocal ranks and those of ``other``."""
        return randomisation_test(self.product.reciprocals, self.rankings[other].reciprocals)


def compare(
    name: str, found: Sequence[Found], fitting: Sequence[Found], weights: Mapping[Channel, float]
) -> Comparison:
    """Rank ``found`` in every way.

    Args:
        name: The set.
        found: What the searches found for the questions measured.
        fitting: What they found for other questions; rivals get the weight that is best on these.
        weights: The product's.
    """
    rankings: dict[str, Ranking] = {channel: _alone(found, channel) for channel in CHANNELS}
    rankings[PRODUCT] = Ranking(tuple(rank_of(one.asked.paragraph, one.fused) for one in found))
    surface: dict[Channel, float] = {channel: weights[channel] for channel in ("vector", "keyword")}
    rankings["weighted vector+keyword"] = ranking(found, NORMALISERS["min-max"], surface)
    rankings[RRF] = ranking(found, by_rank, {"vector": 1.0, "keyword": 1.0})
    rankings[RRF_ALL] = ranking(found, by_rank, dict.fromkeys(CHANNELS, 1.0))
    fitted = tuple(fit_each(fitting)) if fitting else ()
    for rival in fitted:
        parts: dict[Channel, float] = {"vector": rival.vector, "keyword": 1 - rival.vector}
        rankings[f"{rival.name}, fitted"] = ranking(found, NORMALISERS[rival.name], parts)
    return Comparison(name, tuple(found), rankings, fitted)


def _alone(found: Sequence[Found], channel: Channel) -> Ranking:
    ranks = (
        rank_of(one.asked.paragraph, one.paragraphs(hit.chunk_id for hit in one.channels[channel])) for one in found
    )
    return Ranking(tuple(ranks))
