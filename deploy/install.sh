#!/usr/bin/env bash
# Installs or updates Car House on a bare Debian server (12 or newer), with Caddy in front. It says each step, may be run
# again at any time, never overwrites a configuration, and downloads packages of Debian and npm only.
#   deploy/install.sh --domain cars.example [--nodes 1] [--port 3000] [--no-caddy]
# docs/operations.md, "Deployment", has the details.
set -euo pipefail

readonly user=carhouse
readonly programs=/opt/carhouse
readonly data=/var/lib/carhouse
readonly backups=/var/backups/carhouse
readonly settings=/etc/carhouse
readonly cache=/var/cache/carhouse
readonly environment_file=$settings/carhouse.env
readonly caddy_site=/etc/caddy/carhouse.caddy
readonly npm_version=11.19.1

checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readonly checkout

domain=''
nodes=1
port=3000
wants_caddy=yes

usage() {
  cat <<'TEXT'
Usage: deploy/install.sh --domain NAME [--nodes N|auto] [--port PORT] [--no-caddy]

Run it as root from a checkout of the version to install.

  --domain    the host name under which browsers reach the server; its DNS record must point here
  --nodes     server processes, at most one for each core (1)
  --port      the port on 127.0.0.1 where they listen (3000)
  --no-caddy  leave the proxy to you

Existing files in /etc/carhouse and /etc/caddy are kept, so --domain, --nodes and --port count at the first run only.
TEXT
}

step() { printf '\n== %s\n' "$*"; }
note() { printf '   %s\n' "$*"; }
fail() {
  printf 'install.sh: %s\n' "$*" >&2
  exit 1
}

read_arguments() {
  while [ $# -gt 0 ]; do
    case $1 in
      --domain | --nodes | --port)
        [ $# -ge 2 ] || fail "$1 needs a value"
        case $1 in
          --domain) domain=$2 ;;
          --nodes) nodes=$2 ;;
          --port) port=$2 ;;
        esac
        shift 2
        ;;
      --no-caddy)
        wants_caddy=no
        shift
        ;;
      --help)
        usage
        exit 0
        ;;
      *)
        usage >&2
        exit 2
        ;;
    esac
  done
  [[ $domain =~ ^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$ ]] || fail '--domain must be a host name, such as cars.example'
  [[ $nodes =~ ^([1-9][0-9]?|auto)$ ]] || fail '--nodes must be a number of processes, or auto'
  [[ $port =~ ^[1-9][0-9]{1,4}$ ]] || fail '--port must be a port'
}

check_machine() {
  step 'Checking the machine'
  [ "$(id -u)" -eq 0 ] || fail 'must run as root'
  [ -r /etc/debian_version ] || fail 'this is no Debian; docs/operations.md says what to do by hand'
  [ -f "$checkout/package-lock.json" ] || fail "$checkout is no checkout of Car House"
  case $(uname -m) in
    x86_64 | aarch64) ;;
    *) fail "there is no Node and no PostgreSQL among the packages for $(uname -m)" ;;
  esac
  note "Debian $(cat /etc/debian_version), $(uname -m)"
  # Only a machine that systemd has started has this folder; a chroot and most containers have none.
  if [ -d /run/systemd/system ]; then
    has_systemd=yes
    note 'systemd runs here'
  else
    has_systemd=no
    note 'systemd does not run here (a chroot or a container): the units are installed, nothing is started'
  fi
  readonly has_systemd
}

install_packages() {
  step 'Installing packages of Debian'
  local wanted=(ca-certificates nodejs npm)
  [ "$wants_caddy" = no ] || wanted+=(caddy)
  local missing=() name
  for name in "${wanted[@]}"; do
    dpkg-query -W -f '${db:Status-Status}\n' "$name" 2>/dev/null | grep -qx installed || missing+=("$name")
  done
  # A Node of another source, such as NodeSource, brings its own npm.
  if command -v npm >/dev/null && command -v node >/dev/null; then
    local kept=()
    for name in "${missing[@]}"; do
      [ "$name" = npm ] || [ "$name" = nodejs ] || kept+=("$name")
    done
    missing=("${kept[@]}")
  fi
  if [ ${#missing[@]} -eq 0 ]; then
    note 'nothing is missing'
    return
  fi
  note "${missing[*]}"
  apt-get update -q
  DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
}

make_user() {
  step "Making the user $user and the folders"
  if id "$user" >/dev/null 2>&1; then
    note "the user $user exists"
  else
    # PostgreSQL needs an account with a line in /etc/passwd, and refuses to run as root.
    useradd --system --user-group --home-dir "$data" --no-create-home --shell /usr/sbin/nologin "$user"
    note "the user $user is made"
  fi
  install -d -m 0755 -o root -g root "$programs" "$programs/releases"
  install -d -m 0750 -o root -g "$user" "$settings"
  local folder
  for folder in "$data" "$backups" "$cache"; do
    install -d -m 0750 -o "$user" -g "$user" "$folder"
  done
  note "programs $programs, data $data, backups $backups (move them to another disk: BACKUP_DIR)"
}

pack_checkout() {
  bash "$checkout/deploy/list-release.sh" |
    tar -C "$checkout" --mtime=@0 --owner=0 --group=0 --numeric-owner --no-recursion --null --files-from=- -cf -
}

# The name of a release: the hash of its files, so that the same files are installed once.
release_name() { pack_checkout | sha256sum | cut -c 1-12; }

install_release() {
  step 'Installing the release'
  local name target
  name=$(release_name)
  target=$programs/releases/$name
  if [ -f "$target/.complete" ]; then
    note "$name is installed already"
  else
    rm -rf "$target.part"
    mkdir -p "$target.part"
    pack_checkout | tar -C "$target.part" --no-same-owner -xf -
    build_release "$target.part"
    # The service reads its programs and never writes them.
    chown -R root:root "$target.part"
    chmod -R u+rwX,go+rX,go-w "$target.part"
    touch "$target.part/.complete"
    rm -rf "$target"
    mv "$target.part" "$target"
    note "$name is in $target"
  fi
  if [ "$(readlink "$programs/current" 2>/dev/null || true)" = "releases/$name" ]; then
    is_new_release=no
    return
  fi
  if [ -L "$programs/current" ]; then
    ln -sfn "$(readlink "$programs/current")" "$programs/previous"
    note "the release before stays: $programs/previous"
  fi
  ln -sfn "releases/$name" "$programs/current.new"
  mv -T "$programs/current.new" "$programs/current"
  is_new_release=yes
}

# The Node of package-lock.json and an npm of its age: npm leaves optional packages out that are not for the Node on which it
# runs, and that of Debian may be older.
install_tools() {
  local platform version
  platform=node-linux-$([ "$(uname -m)" = aarch64 ] && echo arm64 || echo x64)
  version=$(sed -n "s|^ *\"$platform\": \"\([0-9.]*\)\".*|\1|p" "$checkout/package.json")
  [ -n "$version" ] || fail 'package.json names no Node'
  if [ "$("$programs/tools/node_modules/.bin/node" --version 2>/dev/null || true)" != "v$version" ]; then
    note "Node $version and npm $npm_version"
    install -d -m 0755 "$programs/tools"
    (cd "$programs/tools" && npm install --prefix . --no-save --no-audit --no-fund --loglevel=error "$platform@$version" "npm@$npm_version")
  fi
  export PATH="$programs/tools/node_modules/.bin:$PATH"
}

build_release() {
  install_tools
  note 'packages of npm, by package-lock.json (a minute or more)'
  # Not `npm ci`: it refuses a lockfile in which packages of other platforms are missing.
  (cd "$1" && npm install --no-save --include=dev --include=optional --no-audit --no-fund --loglevel=error)
  local node
  node=$(find "$1"/node_modules/node-linux-*/bin -name node -type f | head -n 1)
  [ -x "$node" ] || fail 'the packages of npm have brought no Node for this machine'
  ln -sfn "${node#"$1/"}" "$1/node"
  note "Node $("$node" --version); the web app is built"
  (cd "$1" && "$node" tools/build.mjs)
  rm -rf "$1/.cache"
}

random_hex() { od -An -N "$1" -tx1 /dev/urandom | tr -d ' \n'; }

write_settings() {
  step 'Writing the configuration'
  if [ -e "$environment_file" ]; then
    note "$environment_file exists and is kept"
    return
  fi
  local token
  token=$(random_hex 16)
  (
    umask 0077
    # Everybody on the machine sees the arguments of a program, so the token is none.
    sed -f - "$checkout/deploy/carhouse.env" >"$environment_file.part" <<SCRIPT
s|@DOMAIN@|$domain|
s|@PORT@|$port|
s|@NODES@|$nodes|
s|@METRICS_TOKEN@|$token|
s|@DATA@|$data|
s|@BACKUPS@|$backups|
SCRIPT
  )
  chown root:"$user" "$environment_file.part"
  chmod 0640 "$environment_file.part"
  mv "$environment_file.part" "$environment_file"
  note "$environment_file is made; root writes it, and only $user reads it"
}

install_runner() {
  step 'Installing the command that runs programs as the service'
  install -m 0755 -o root -g root "$checkout/deploy/run-as-service.sh" "$programs/run-as-service"
  note "$programs/run-as-service"
}

install_units() {
  step 'Installing the units of systemd'
  local file changed=no
  install -d -m 0755 /etc/systemd/system
  for file in "$checkout"/deploy/systemd/*; do
    # What an operator changes belongs into `systemctl edit carhouse`, which this script does not touch.
    if ! cmp -s "$file" "/etc/systemd/system/$(basename "$file")"; then
      install -m 0644 -o root -g root "$file" /etc/systemd/system/
      note "$(basename "$file")"
      changed=yes
    fi
  done
  [ "$changed" = yes ] || note 'they are as they were'
  [ "$has_systemd" = no ] || systemctl daemon-reload
}

configure_caddy() {
  [ "$wants_caddy" = yes ] || return 0
  step 'Configuring Caddy'
  if [ -e "$caddy_site" ]; then
    note "$caddy_site exists and is kept"
  else
    sed -e "s|@DOMAIN@|$domain|" -e "s|@PORT@|$port|" "$checkout/deploy/carhouse.caddy" >"$caddy_site"
    chmod 0644 "$caddy_site"
    note "$caddy_site is made"
  fi
  local main=/etc/caddy/Caddyfile
  if [ -e "$main" ] && grep -q 'carhouse\.caddy' "$main"; then
    note "$main imports it"
  elif [ ! -e "$main" ] || is_untouched "$main"; then
    [ ! -e "$main" ] || cp -p "$main" "$main.debian"
    install -m 0644 "$checkout/deploy/Caddyfile" "$main"
    note "$main imports it (it was as Debian delivers it; that one is $main.debian)"
  else
    note "$main is your own and is kept: add the line 'import carhouse.caddy' to it"
  fi
  caddy validate --adapter caddyfile --config "$main" 2>&1 | tail -n 1
}

# Whether a configuration file is the one of its package.
is_untouched() {
  local wanted
  wanted=$(dpkg-query -W -f '${Conffiles}\n' caddy | awk -v file="$1" '$1 == file { print $2 }')
  [ -n "$wanted" ] && [ "$(md5sum "$1" | cut -d ' ' -f 1)" = "$wanted" ]
}

start_services() {
  step 'Starting'
  if [ "$has_systemd" = no ]; then
    note 'without systemd nothing is started. As the unit does it:'
    note "  $programs/run-as-service sh -c 'exec ./node apps/server/main.ts --nodes \"\$CARHOUSE_NODES\"'"
    return
  fi
  systemctl enable -q carhouse.service carhouse-backup.timer
  [ "$wants_caddy" = no ] || systemctl reload-or-restart caddy.service
  if ! examine; then
    note "fill in $environment_file, then: systemctl start carhouse carhouse-backup.timer"
    return
  fi
  systemctl start carhouse-backup.timer
  if systemctl is-active -q carhouse.service; then
    if [ "$is_new_release" = yes ]; then
      note 'the service runs the release before; docs/upgrading.md says how to go on: systemctl restart carhouse'
    else
      note 'the service runs'
    fi
  else
    systemctl start carhouse.service
    note "the service is started: journalctl -u carhouse has the link for the first admin"
  fi
}

# Asks what production needs, as the user of the service. It changes nothing.
examine() { "$programs/run-as-service" ./node commands/doctor.ts; }

read_arguments "$@"
check_machine
install_packages
make_user
install_release
write_settings
install_runner
install_units
configure_caddy
start_services
step 'Done'
