#!/usr/bin/env bash
# Usage: npm-files.sh PACKAGE@VERSION INTEGRITY OUT FILE... Fetches a package with npm, compares it with the checksum that the
# registry gave when the version was chosen (sha512-... in base64), and copies files of the package into the folder OUT.
set -euo pipefail
package=$1 integrity=$2 out=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm pack --silent --pack-destination "$work" "$package" >"$work/name"
archive=$work/$(cat "$work/name")
hash='process.stdout.write(require("crypto").createHash("sha512").update(require("fs").readFileSync(process.argv[1])).digest("base64"))'
found=sha512-$(node -e "$hash" "$archive")
if [[ $found != "$integrity" ]]; then
  echo "$package has the checksum $found, not $integrity" >&2
  exit 1
fi
tar -xzf "$archive" -C "$work"
mkdir -p "$out"
for file in "$@"; do
  cp "$work/package/$file" "$out/"
done
