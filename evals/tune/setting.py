"""One choice of the settings that are fitted, and all that are tried."""

from dataclasses import dataclass

from core.settings import Settings

Weights = tuple[float, float, float]
THRESHOLDS = tuple(round(0.1 + 0.05 * step, 2) for step in range(11))
SHARES = (0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
_STRUCTURED = (0.1, 0.3, 0.5, 0.7)
_VECTOR = (0.3, 0.45, 0.6, 0.75)


@dataclass(frozen=True, slots=True)
class Setting:
    """``weights`` are those of structured, vector and keyword search and add up to 1."""

    weights: Weights
    threshold: float
    share: float

    def distance(self, other: "Setting") -> float:
        """Return how far apart two choices are; between equals the nearest to the present one is taken."""
        apart = sum(abs(a - b) for a, b in zip(self.weights, other.weights, strict=True))
        return apart + abs(self.threshold - other.threshold) + abs(self.share - other.share)

    @property
    def stored(self) -> dict[str, float]:
        """The choice under the names of the settings."""
        names = ("weight_structured", "weight_vector", "weight_keyword")
        return {
            **dict(zip(names, self.weights, strict=True)),
            "refusal_threshold": self.threshold,
            "context_share": self.share,
        }


def setting_of(settings: Settings) -> Setting:
    """Return the choice that ``settings`` make."""
    weights = (settings.weight_structured, settings.weight_vector, settings.weight_keyword)
    total = sum(weights) or 1.0
    structured, vector, keyword = (round(weight / total, 4) for weight in weights)
    return Setting((structured, vector, keyword), settings.refusal_threshold, settings.context_share)


def all_weights(present: Weights) -> tuple[Weights, ...]:
    """Return the present weights, then a grid: how much structured search counts, and how the rest is divided."""
    tried = [
        (structured, round((1 - structured) * vector, 4), round((1 - structured) * (1 - vector), 4))
        for structured in _STRUCTURED
        for vector in _VECTOR
    ]
    return tuple(dict.fromkeys((present, *tried)))
