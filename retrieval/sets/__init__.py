"""Questions over a database: which of its records fulfil all of several conditions, in which order, how many."""
