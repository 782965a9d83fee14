#!/bin/sh
# Creates the app's user in PostgreSQL, which owns nothing, or sets its password again. The container `db` runs it when its
# volume is new. docs/operations.md says when to run it by hand.
set -eu
psql --no-psqlrc --set=ON_ERROR_STOP=1 --set=password="$POSTGRES_APP_PASSWORD" \
  --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" <<'SQL'
SELECT 'CREATE ROLE desk_app' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'desk_app') \gexec
ALTER ROLE desk_app LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'password';
SQL
