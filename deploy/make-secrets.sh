#!/usr/bin/env bash
# Makes the files of secrets that compose.yaml names. A file that exists is kept.
set -euo pipefail

folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/secrets
readonly folder

random_hex() { od -An -N "$1" -tx1 /dev/urandom | tr -d ' \n'; }

# Writes the standard input into a file of this name, unless there is one.
keep_or_write() {
  local file=$folder/$1
  if [ -e "$file" ]; then
    cat >/dev/null
    printf '%s exists and is kept\n' "$file"
    return
  fi
  # Each container has its own user, so the files are readable; the folder is closed to the other users of this machine.
  cat >"$file.part"
  chmod 0444 "$file.part"
  mv "$file.part" "$file"
  printf '%s is made\n' "$file"
}

umask 0077
mkdir -p "$folder"
chmod 0700 "$folder"

random_hex 24 | keep_or_write database-password
printf 'postgres://carhouse:%s@database/carhouse' "$(cat "$folder/database-password")" | keep_or_write database-url
random_hex 32 | keep_or_write session
random_hex 16 | keep_or_write metrics-token
random_hex 10 | keep_or_write s3-access-key
random_hex 32 | keep_or_write s3-secret-key
printf '{"identities":[{"name":"carhouse","credentials":[{"accessKey":"%s","secretKey":"%s"}],"actions":["Read:carhouse","Write:carhouse","List:carhouse"]}]}' \
  "$(cat "$folder/s3-access-key")" "$(cat "$folder/s3-secret-key")" | keep_or_write s3-identities.json
if [ ! -e "$folder/smtp-url" ]; then
  printf 'Write the mail server into %s: smtp://user:password@mail.example:587\n' "$folder/smtp-url"
fi
