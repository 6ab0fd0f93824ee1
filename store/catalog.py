"""What the database says of its own tables: which there are, in which order they can be filled, and their sequences."""

from dataclasses import dataclass
from graphlib import TopologicalSorter

from sqlalchemy import Connection, text

# Partitions are read through the table they belong to; unlogged tables hold nothing worth keeping.
_TABLES = text("""
SELECT n.nspname || '.' || c.relname AS name, c.oid::bigint AS oid, c.relforcerowsecurity AS forced,
       row_security_active(c.oid) AS hidden,
       (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname IN ('public', 'queue') AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relpersistence = 'p' AND c.relname <> 'alembic_version'
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
ORDER BY 1
""")
_REFERENCES = text("""
SELECT conrelid::bigint AS table_oid, confrelid::bigint AS other FROM pg_constraint
WHERE contype = 'f' AND conrelid <> confrelid
""")
_SEQUENCES = text("""
SELECT schemaname || '.' || sequencename AS name, last_value FROM pg_sequences
WHERE schemaname IN ('public', 'queue') AND last_value IS NOT NULL ORDER BY 1
""")


@dataclass(frozen=True, slots=True)
class KeptTable:
    """A table as the catalog has it; ``hidden``: some of its rows may not be shown to this role."""

    name: str
    columns: tuple[str, ...]
    forced: bool
    hidden: bool


def kept_tables(connection: Connection) -> list[KeptTable]:
    """Return all tables with rows worth keeping, each after those its foreign keys lead to."""
    rows = {row.oid: row for row in connection.execute(_TABLES)}
    sorter: TopologicalSorter[int] = TopologicalSorter(dict.fromkeys(rows, ()))
    for reference in connection.execute(_REFERENCES):
        if reference.table_oid in rows and reference.other in rows:
            sorter.add(reference.table_oid, reference.other)
    found = (rows[oid] for oid in sorter.static_order())
    return [KeptTable(row.name, tuple(row.columns), row.forced, row.hidden) for row in found]


def sequences(connection: Connection) -> dict[str, int]:
    """Return the last number given out by each sequence that was used."""
    return {row.name: row.last_value for row in connection.execute(_SEQUENCES)}


def quoted(connection: Connection, name: str) -> str:
    """Return a name with its schema as SQL writes it."""
    quote = connection.dialect.identifier_preparer.quote_identifier
    return ".".join(quote(part) for part in name.split("."))
