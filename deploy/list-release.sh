#!/usr/bin/env bash
# Prints the paths of the files that belong to a release, relative to the checkout, each with a zero byte behind it: what git
# tracks, or without git what the image is built from. Releases are readable for everybody on the machine, so nothing else
# of the checkout may be in one: it may hold a restored backup, an environment file or a log.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."

# A tracked file that was removed is left out.
keep_existing() {
  local path
  while IFS= read -r -d '' path; do
    if [ -e "$path" ] || [ -L "$path" ]; then printf '%s\0' "$path"; fi
  done
}

# The names that the Containerfile copies from the checkout.
list_copied_names() {
  sed -n -e '/^COPY --from=/d' -e 's/^COPY \(.*\) [^ ]*$/\1/p' deploy/Containerfile | tr ' ' '\n'
}

if [ -e .git ] && command -v git >/dev/null; then
  # The checkout may belong to another user than root, who installs.
  git -c safe.directory="$PWD" ls-files -z | keep_existing
else
  names=()
  while IFS= read -r name; do names+=("$name"); done < <(list_copied_names)
  [ ${#names[@]} -gt 0 ] || exit 1
  find "${names[@]}" \( -name node_modules -o -name dist -o -name .cache \) -prune \
    -o -name '.env*' -o -name '*.log' -o -name '*.pem' -o -name '*.key' -o \( -type f -o -type l \) -print0 | LC_ALL=C sort -z
fi
