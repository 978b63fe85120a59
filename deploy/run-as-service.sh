#!/usr/bin/env bash
# Runs a program of the installed release as the unit does: as its user, in its folder, with its environment file.
#   /opt/carhouse/run-as-service ./node commands/doctor.ts
# The file is read as systemd reads it and never evaluated: values are literal, in single quotes, double quotes or none.
# Only what systemd continues on the next line is refused. Rights are given up before the file is read.
set -euo pipefail

readonly user=carhouse
readonly programs=/opt/carhouse
environment_file=/etc/carhouse/carhouse.env

fail() {
  printf 'run-as-service: %s\n' "$*" >&2
  exit 1
}

names=()
values=()

# Reads a value into `value`.
#   $1: what stands behind the equals sign; $2: the number of the line, for the message.
parse_value() {
  local rest=$1 part
  value=''
  while :; do
    rest=${rest#"${rest%%[![:space:]]*}"}
    case $rest in
      '') return ;;
      "'"*)
        rest=${rest#"'"}
        [[ $rest == *"'"* ]] || fail "$environment_file, line $2: a quote is not closed on its line"
        value+=${rest%%"'"*}
        rest=${rest#*"'"}
        ;;
      '"'*)
        rest=${rest#'"'}
        while [[ $rest != '"'* ]]; do
          [ -n "$rest" ] || fail "$environment_file, line $2: a quote is not closed on its line"
          part=${rest:0:1}
          if [ "$part" = '\' ] && [[ ${rest:1:1} == ['"\`$'] ]]; then
            rest=${rest:1}
            part=${rest:0:1}
          fi
          value+=$part
          rest=${rest:1}
        done
        rest=${rest#'"'}
        ;;
      *)
        rest=${rest%"${rest##*[![:space:]]}"}
        while [ -n "$rest" ]; do
          part=${rest:0:1}
          if [ "$part" = '\' ]; then
            rest=${rest:1}
            [ -n "$rest" ] || fail "$environment_file, line $2: it ends with a backslash"
            part=${rest:0:1}
          fi
          value+=$part
          rest=${rest:1}
        done
        return
        ;;
    esac
  done
}

read_environment() {
  local line name value number=0
  while IFS= read -r line || [ -n "$line" ]; do
    number=$((number + 1))
    line=${line%$'\r'}
    line=${line#"${line%%[![:space:]]*}"}
    case $line in '' | '#'* | ';'*) continue ;; esac
    name=${line%%=*}
    name=${name%"${name##*[![:space:]]}"}
    if [ "$name" = "$line" ] || ! [[ $name =~ ^[A-Za-z_][A-Za-z0-9_]*$ ]]; then
      printf 'run-as-service: %s, line %s: left out, as systemd does, because it is no NAME=value\n' "$environment_file" "$number" >&2
      continue
    fi
    parse_value "${line#*=}" "$number"
    names+=("$name")
    values+=("$value")
  done <"$environment_file"
}

# Its functions can be tried without the rest.
[ "${BASH_SOURCE[0]}" = "$0" ] || return 0
[ $# -gt 0 ] || fail 'it needs a program, such as ./node commands/doctor.ts'
if [ "$(id -u)" -eq 0 ]; then
  exec setpriv --reuid "$user" --regid "$user" --init-groups --no-new-privs --reset-env "${BASH_SOURCE[0]}" "$@"
fi
read_environment
# As in carhouse.service, where the file comes last too.
export CARHOUSE_NODES=1 NODE_COMPILE_CACHE=/var/cache/carhouse/compiled
for index in "${!names[@]}"; do export "${names[index]}=${values[index]}"; done
umask 0077
cd "$programs/current"
exec "$@"
