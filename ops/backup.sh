#!/bin/sh
# Writes a backup into a new folder below FOLDER, compares it with what was written, tells the service that there is one, and only then
# deletes the backups that are older than DAYS: backup.sh FOLDER DAYS, from the folder of the service. What it could not finish it removes,
# so that a full volume has its room again.
set -eu
umask 077
to="$1/$(date -u +%Y-%m-%dT%H%M%S)"
mkdir -p "$1"
mkdir "$to"
done=
trap '[ "$done" ] || { rm -rf "$to"; echo "No backup was made: $to is removed. Room in $1:" >&2; df -h "$1" >&2; }' EXIT
trap 'exit 1' HUP INT TERM
node dist/apps/admin/src/main.js backup --to "$to"
node dist/apps/admin/src/main.js backup verify --from "$to"
done=yes
node dist/apps/admin/src/main.js backup done
find "$1" -mindepth 1 -maxdepth 1 -type d -name '20??-??-??T??????' -mtime "+$2" -exec rm -rf {} +
