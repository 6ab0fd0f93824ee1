"""Runs and comparisons as one HTML file each, which needs nothing from elsewhere and can be mailed and printed."""

from evals.report_html.page import Overview, comparison_page, run_page

__all__ = ["Overview", "comparison_page", "run_page"]
