"""A comparison as a table for people and flat figures for programs."""

from rich.console import Console
from rich.table import Table

from evals.reading.comparing import PRODUCT, RRF, Comparison

_DEPTHS = (1, 5)
_SURE = 0.05


def print_comparison(console: Console, compared: Comparison) -> None:
    """Print every ranking with its distance from the product's, then the targets."""
    title = f"{compared.name}: {len(compared.found)} questions; p: exact sign test of first hits, randomisation of MRR"
    table = Table("ranking", "hit@1", "hit@5", "MRR", "p hit@1", "p MRR", title=title)
    for name, ranking in compared.rankings.items():
        shares = [f"{ranking.hit_at(depth):.4f}" for depth in _DEPTHS]
        same = name == PRODUCT
        chances = ["", ""] if same else [_p(compared.p_first(name)), _p(compared.p_reciprocal(name))]
        table.add_row(name, *shares, f"{ranking.mrr:.4f}", *chances, style="bold" if same else "")
    console.print(table)
    for rival in compared.fitted:
        console.print(f"  {rival.name}: best weight of vector search on other questions {rival.vector:.2f}")
    for label, other in (("best single search", compared.best_single), ("reciprocal-rank fusion", RRF)):
        gap = compared.product.hit_at(1) - compared.rankings[other].hit_at(1)
        sure = compared.p_first(other) < _SURE
        verdict = ("met" if sure else "met, but not significant") if gap > 0 else "missed"
        shown = f"{gap:+.4f}, p = {_p(compared.p_first(other))}: {verdict}"
        console.print(f"  target: product's hit@1 above {label} ({other}): {shown}", markup=False)


def print_misses(console: Console, compared: Comparison, most: int) -> None:
    """Print up to ``most`` questions that some search had first and the product has not, with the ranks of each."""
    left = most
    for place, one in enumerate(compared.found):
        ranks = {name: ranking.ranks[place] for name, ranking in compared.rankings.items()}
        if left > 0 and ranks[PRODUCT] != 1 and 1 in (ranks["vector"], ranks["keyword"]):
            shown = {name: ranks[name] for name in ("vector", "keyword", "structured", PRODUCT)}
            console.print(f"  {one.asked.question} → {one.asked.paragraph} {shown}", markup=False, soft_wrap=True)
            left -= 1


def figures_of(compared: Comparison) -> dict[str, float]:
    """Return name → number, each name beginning with that of the set."""
    figures: dict[str, float] = {f"{compared.name}.questions": len(compared.found)}
    for name, ranking in compared.rankings.items():
        key = f"{compared.name}.{name.replace(', ', '-').replace(' ', '_')}"
        figures |= {f"{key}.hit_at_{depth}": round(ranking.hit_at(depth), 4) for depth in _DEPTHS}
        figures[f"{key}.mrr"] = round(ranking.mrr, 4)
        if name != PRODUCT:
            figures[f"{key}.p_hit_at_1"] = compared.p_first(name)
            figures[f"{key}.p_mrr"] = compared.p_reciprocal(name)
    for rival in compared.fitted:
        figures[f"{compared.name}.{rival.name}-fitted.vector_weight"] = rival.vector
    return figures


def _p(chance: float) -> str:
    return f"{chance:.4f}" if chance >= 0.0001 else "<0.0001"
