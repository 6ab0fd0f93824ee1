"""The roles of the embedded server: one owns the tables, one uses them, and neither is a superuser."""

from pathlib import Path
from typing import LiteralString

import psycopg

SUPERUSER = "postgres"
OWNER = "dianmian_owner"
APPLICATION = "dianmian_app"
DATABASE = "dianmian"

_ROLE: LiteralString = """
DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'dianmian_owner') THEN
        CREATE ROLE dianmian_owner LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'dianmian_app') THEN
        CREATE ROLE dianmian_app LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE;
    END IF;
END $$
"""
_EXISTS: LiteralString = "SELECT FROM pg_database WHERE datname = 'dianmian'"
_CREATE: LiteralString = "CREATE DATABASE dianmian OWNER dianmian_owner ENCODING 'UTF8' TEMPLATE template0"


def create_roles(sockets: Path) -> None:
    """Create roles, database and extension on the server listening in ``sockets``, where missing."""
    with psycopg.connect(host=str(sockets), user=SUPERUSER, dbname="postgres", autocommit=True) as connection:
        connection.execute(_ROLE)
        if connection.execute(_EXISTS).fetchone() is None:
            connection.execute(_CREATE)
    with psycopg.connect(host=str(sockets), user=SUPERUSER, dbname=DATABASE, autocommit=True) as connection:
        connection.execute("SET client_min_messages = warning")
        connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
