"""Measuring: suites of questions, layered metrics, reports and benchmarks."""
