"""Questions over a database; the answers are computed from its files by other means while the suite runs."""
