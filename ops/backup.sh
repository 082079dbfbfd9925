#!/bin/sh
# Writes a backup into a new folder below FOLDER, compares it with what was written, and only then deletes the backups that are older than
# DAYS: backup.sh FOLDER DAYS, from the folder of the service.
set -eu
to="$1/$(date -u +%Y-%m-%dT%H%M%S)"
node dist/apps/admin/src/main.js backup --to "$to"
node dist/apps/admin/src/main.js backup verify --from "$to"
find "$1" -mindepth 1 -maxdepth 1 -type d -name '20??-??-??T??????' -mtime "+$2" -exec rm -rf {} +
