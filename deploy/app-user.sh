#!/bin/sh
# Creates the two users in PostgreSQL that the app has, neither of them a superuser, or sets their passwords again: desk_app,
# and desk_owner, which owns the database and everything in it. The container `db` runs it when its volume is new.
# docs/running.md says when to run it by hand.
set -eu
psql --no-psqlrc --quiet --single-transaction --set=ON_ERROR_STOP=1 \
  --set=app_password="$POSTGRES_APP_PASSWORD" --set=owner_password="$POSTGRES_OWNER_PASSWORD" \
  --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" <<'SQL'
SELECT format('CREATE ROLE %I', name) FROM unnest(ARRAY['desk_app', 'desk_owner']) AS name
  WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec
ALTER ROLE desk_app LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'app_password';
ALTER ROLE desk_owner LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'owner_password';
ALTER DATABASE :"DBNAME" OWNER TO desk_owner;

-- In a database from before desk_owner, the superuser owns everything. What belongs to an extension stays as it is.
SELECT format('ALTER SCHEMA %I OWNER TO desk_owner', nspname) FROM pg_namespace WHERE nspname IN ('drizzle', 'jobs') \gexec
SELECT format('ALTER %s %s OWNER TO desk_owner', CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, oid::regclass)
  FROM pg_class WHERE relnamespace::regnamespace::text IN ('public', 'drizzle', 'jobs') AND relkind IN ('r', 'p', 'v', 'S')
  -- A table takes its own sequences along.
  AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid
    AND (deptype = 'e' OR relkind = 'S' AND deptype IN ('a', 'i'))) \gexec
SELECT format('ALTER ROUTINE %s OWNER TO desk_owner', oid::regprocedure)
  FROM pg_proc WHERE pronamespace::regnamespace::text IN ('public', 'drizzle', 'jobs')
  AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e') \gexec
SELECT format('ALTER TYPE %s OWNER TO desk_owner', oid::regtype)
  FROM pg_type WHERE typnamespace::regnamespace::text IN ('public', 'drizzle', 'jobs') AND typtype IN ('e', 'd')
  AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_type'::regclass AND objid = pg_type.oid AND deptype = 'e') \gexec
SQL
