#!/bin/sh
# Releases, each in a folder of its own, and the link `current` to the one that runs: /usr/local/sbin/lost-and-found-release, for root
# (docs/install.md). The folders are root's, and no script of a package runs: the service can read its program, and not change it.
set -eu
umask 022
base=/opt/lost-and-found
units=/etc/systemd/system
programs=/usr/local/sbin

usage() {
  cat >&2 <<'TEXT'
lost-and-found-release install ARCHIVE   compares lost-and-found-<version>.tar.gz with SHA256SUMS beside it, and unpacks it
lost-and-found-release use VERSION       migrates the database, then runs that release; where it fails the one before goes on
lost-and-found-release back              runs the release before again, on the migrated database
lost-and-found-release list              which are installed: * runs, - is the one before
lost-and-found-release remove VERSION    deletes one that nothing runs from
TEXT
  exit 2
}

fail() {
  echo "$1" >&2
  exit 1
}

# The release that a link leads to; nothing where there is no link.
at() {
  basename "$(readlink "$base/$1" || true)"
}

# A link changes in one step.
lead() {
  ln -sfn "releases/$2" "$base/.$1"
  mv -T "$base/.$1" "$base/$1"
}

is_installed() {
  case "$1" in '' | *[!A-Za-z0-9.-]* | .*) fail "$1 is no version." ;; esac
  [ -d "$base/releases/$1" ]
}

install_archive() {
  [ -f "$1" ] || fail "There is no $1."
  archive=$(readlink -f "$1")
  name=$(basename "$archive" .tar.gz)
  version=${name#lost-and-found-}
  [ "$name.tar.gz" = "lost-and-found-$version.tar.gz" ] || fail "$1 is not named lost-and-found-<version>.tar.gz."
  is_installed "$version" && fail "$version is installed already."
  cd "$(dirname "$archive")"
  [ -f SHA256SUMS ] || fail "There is no SHA256SUMS beside $1, which its checksum is in."
  # The whole name, after the checksum and two signs.
  grep -E "^[0-9a-f]{64} [ *]$(printf %s "$name.tar.gz" | sed 's/\./\\./g')\$" SHA256SUMS | sha256sum --check --status ||
    fail "$1 is not what SHA256SUMS says: it is damaged, or of somebody else."
  made="$base/releases/.$version"
  mkdir -p "$base/releases"
  # This one, or another that was ended while it was installed.
  rm -rf "$base/releases"/.[A-Za-z0-9]*
  mkdir "$made"
  trap 'rm -rf "$made"' EXIT
  tar -xzf "$archive" -C "$made" --strip-components=1 --no-same-owner --no-same-permissions
  echo "Installing the packages of $version …"
  (cd "$made" && npm ci --omit=dev --no-workspaces --ignore-scripts --no-audit --no-fund --no-update-notifier --loglevel=error)
  # It starts here, and is what its name says.
  says=$(cd "$made" && runuser -u lost-and-found -- node dist/apps/admin/src/main.js --version) || fail "$version does not start here."
  case "$says" in "$version" | "$version "*) ;; *) fail "The archive of $version has $says in it." ;; esac
  mv -T "$made" "$base/releases/$version"
  trap - EXIT
  echo "$says is installed. To run it: lost-and-found-release use $version"
}

# The units and commands of a release; those of releases before this script know one folder alone, so the newer ones stay.
take_units() {
  from="$base/releases/$1/ops"
  [ -f "$from/release.sh" ] || return 0
  for file in "$from"/systemd/lost-and-found-*; do install -m 644 "$file" "$units/"; done
  install -m 755 "$from/systemd/lost-and-found" "$programs/lost-and-found"
  # By another name first: a shell reads a script while it runs it.
  install -m 755 "$from/release.sh" "$programs/.lost-and-found-release"
  mv -T "$programs/.lost-and-found-release" "$programs/lost-and-found-release"
  systemctl daemon-reload
}

# Where a unit says that it is ready, by the settings that its process has got; nothing where they name no port.
ready_address() {
  set -- "$1" "/proc/$(systemctl show --property=MainPID --value "$1")/environ"
  setting() { tr '\0' '\n' <"$1" | sed -n "s/^$2=//p"; }
  [ -r "$2" ] || return 0
  case "$1" in
    *-api) host=$(setting "$2" HOST) port=$(setting "$2" PORT) ;;
    *) host=$(setting "$2" METRICS_HOST) port=$(setting "$2" WORKER_METRICS_PORT) ;;
  esac
  case "$1$port" in *-worker) return 0 ;; esac
  case "$host" in *:*) host="[$host]" ;; esac
  echo "http://${host:-127.0.0.1}:${port:-3000}/health/ready"
}

# Restarts what is enabled here, one after another, each once the one before is ready.
restart() {
  for unit in lost-and-found-worker lost-and-found-api; do
    systemctl is-enabled --quiet "$unit" 2>/dev/null || systemctl is-active --quiet "$unit" || continue
    systemctl restart "$unit" || return 1
    left=120
    until address=$(ready_address "$unit") && [ -n "$address" ] && curl -fs -o /dev/null --max-time 5 "$address"; do
      ended=$(systemctl show --property=NRestarts --value "$unit")
      left=$((left - 1))
      [ "$ended" -lt 3 ] && [ "$left" -gt 0 ] || return 1
      # A worker that nobody can ask has run for ten seconds.
      [ -n "$address" ] || [ "$unit$ended" != lost-and-found-worker0 ] || [ "$left" -gt 110 ] ||
        ! systemctl is-active --quiet "$unit" || break
      sleep 1
    done
    echo "$unit is ready."
  done
}

# Runs a release from now on, or goes back to what ran until now; the one before is then the second of these, if any.
run_release() {
  before=$(at current)
  take_units "$1"
  # Before anything restarts: whoever ends this command meanwhile can go back.
  [ -z "$before" ] || lead previous "$before"
  lead current "$1"
  if restart; then
    echo "$1 is current: what is enabled runs it."
    return
  fi
  echo "$1 does not get ready: journalctl -u lost-and-found-api -u lost-and-found-worker" >&2
  [ -n "$before" ] || exit 1
  take_units "$before"
  lead current "$before"
  if [ -n "$2" ]; then lead previous "$2"; else rm "$base/previous"; fi
  restart || fail "Nor does $before."
  fail "$before runs again."
}

# Whether a version comes before another one; 1.0.0-dev comes before 1.0.0.
is_older() {
  [ "$(printf '%s\n' "$1" "$2" | tr - '~' | sort -V | head -n 1)" = "$(echo "$1" | tr - '~')" ]
}

use() {
  is_installed "$1" || fail "$1 is not installed."
  before=$(at current)
  [ "$before" != "$1" ] || fail "$1 is current already."
  if [ -n "$before" ] && is_older "$1" "$before"; then
    [ "$1" = "$(at previous)" ] || fail "$1 is older than the release before, which alone works on this database: restore a backup."
    back
    return
  fi
  take_units "$1"
  echo "Migrating the database: journalctl -fu lost-and-found-migrate@$1"
  if ! systemctl start "lost-and-found-migrate@$1"; then
    [ -z "$before" ] || take_units "$before"
    fail "The database was not migrated: journalctl -u lost-and-found-migrate@$1${before:+. $before goes on}"
  fi
  # Where it does not get ready, the database is migrated too far for what ran before the current one.
  run_release "$1" ''
}

back() {
  previous=$(at previous)
  [ -n "$previous" ] || fail 'No release ran before.'
  is_installed "$previous" || fail "$previous is not installed any more."
  echo 'The database stays as it is: migrations only add, and the release before works on it.'
  run_release "$previous" "$previous"
}

list() {
  for folder in "$base"/releases/*/; do
    name=$(basename "$folder")
    case "$name" in "$(at current)") mark='*' ;; "$(at previous)") mark=- ;; *) mark=' ' ;; esac
    [ "$name" = '*' ] || echo "$mark $name"
  done | sort -V -k 1.3
}

remove() {
  is_installed "$1" || fail "$1 is not installed."
  [ "$1" != "$(at current)" ] || fail "$1 is the one that runs."
  folder="$base/releases/$1"
  used=$({
    find /proc -maxdepth 2 -name cwd \( -lname "$folder" -o -lname "$folder/*" \) 2>/dev/null || true
    # The folder is not in the command line of the search itself.
    # shellcheck disable=SC2062
    echo "$folder/" | grep -lsF -f - /proc/[0-9]*/cmdline /proc/[0-9]*/maps
  } | cut -d / -f 3 | head -n 1)
  [ -z "$used" ] || fail "Process $used runs from $1."
  rm -rf "$folder"
  [ "$1" != "$(at previous)" ] || rm "$base/previous"
}

# One at a time; whoever only looks waits for nobody.
if [ "$#:${1-}" != 1:list ]; then
  mkdir -p "$base"
  exec 9<"$base"
  flock --nonblock 9 || fail 'Another lost-and-found-release is at work.'
fi
case "$#:${1-}" in
  2:install) install_archive "$2" ;;
  2:use) use "$2" ;;
  1:back) back ;;
  1:list) list ;;
  2:remove) remove "$2" ;;
  *) usage ;;
esac
