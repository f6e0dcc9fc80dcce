#!/usr/bin/env bash
# Builds the files of the container image twice and expects the same bytes. The two builds use copies of the sources in
# different folders, and the second build has its own build cache. ARCHS are the architectures, default "amd64 arm64".
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for copy in "$work/one" "$work/two/of/another/depth"; do
  mkdir -p "$copy"
  git ls-files -z --cached --others --exclude-standard | xargs -0 tar -c --ignore-failed-read 2>/dev/null | tar -x -C "$copy"
done
for arch in ${ARCHS:-amd64 arm64}; do
  (cd "$work/one" && GOARCH=$arch hack/image-files.sh "$work/files-one")
  (cd "$work/two/of/another/depth" && GOARCH=$arch GOCACHE=$work/cache hack/image-files.sh "$work/files-two")
  diff -r "$work/files-one" "$work/files-two"
  sum=$(sha256sum "$work/files-one/usr/local/bin/latchkey")
  echo "reproducible: linux/$arch $(stat -c %s "$work/files-one/usr/local/bin/latchkey") bytes, sha256 ${sum%% *}"
done
