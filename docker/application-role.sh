#!/bin/sh
# At the first start of the compose file's PostgreSQL: the service's own role, which is no superuser, and its database.
set -e
psql --username postgres --set ON_ERROR_STOP=1 <<'SQL'
\getenv password DATABASE_PASSWORD
create role lostandfound login password :'password';
create database lostandfound owner lostandfound;
SQL
