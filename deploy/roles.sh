#!/bin/sh
# Run once by the database's image, when its folder is empty: an owner for the tables, an application that sees only
# the rows of the tenant it acts for, and the extension, which takes a superuser.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
    --set owner_password="$OWNER_PASSWORD" --set app_password="$APP_PASSWORD" --set database="$POSTGRES_DB" <<'SQL'
CREATE ROLE dianmian_owner LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD :'owner_password';
CREATE ROLE dianmian_app LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD :'app_password';
ALTER DATABASE :"database" OWNER TO dianmian_owner;
ALTER SCHEMA public OWNER TO dianmian_owner;
CREATE EXTENSION IF NOT EXISTS vector;
SQL
