"""Questions over tables: is the right table found, and is the cell asked for the first fact in it."""
