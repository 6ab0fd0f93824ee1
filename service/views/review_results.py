"""What came of a review step, as the doors show it."""

from core.conflict import RULES
from core.knowledge_base import KnowledgeBase
from service.review.correction import Corrected
from service.review.decisions import Merged
from service.review.precision import PrecisionReport
from service.review.rules import rules_of
from service.review.settling import Settled
from service.views.conversion import view
from service.views.fact import fact_view
from service.views.review import CorrectedView, PrecisionReportView, ProposalView, RuleList, ScanView


def corrected_view(corrected: Corrected) -> CorrectedView:
    """Return what a correction left."""
    proposals = [view(proposal, ProposalView) for proposal in corrected.proposals]
    return CorrectedView(fact_view(corrected.fact), [fact_view(corrected.replaced)], proposals)


def merged_view(merged: Merged) -> CorrectedView:
    """Return what a merge left."""
    proposals = [view(proposal, ProposalView) for proposal in merged.proposals]
    return CorrectedView(fact_view(merged.fact), [fact_view(fact) for fact in merged.others], proposals)


def precision_view(report: PrecisionReport) -> PrecisionReportView:
    """Return a report on precision."""
    return view(report, PrecisionReportView)


def rule_list(kb: KnowledgeBase) -> RuleList:
    """Return the rules of ``kb`` that settle conflicts."""
    return RuleList(list(rules_of(kb)), list(RULES))


def scan_view(settled: Settled) -> ScanView:
    """Return what comparing all facts found."""
    return ScanView(settled.conflicts, settled.open, sorted(settled.crowded))
