"""Everything that is kept: tables, engine, embedded server, and one file of queries per noun."""
