#!/usr/bin/env bash
# Usage: release-check.sh [--images]. Builds a snapshot of the last commit without publishing it, and looks inside: every
# archive has the program for its system, each program that can run here tells its version, each SBOM lists the modules, and
# the package manifests name the right checksums. The program for the other architecture of Linux runs in qemu if that is on
# PATH (package qemu-user). With --images it also builds the images with DOCKER (docker or podman) and looks at their
# architectures and programs.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/bin:$PATH"

fail() {
  echo "release-check: $*" >&2
  exit 1
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# goreleaser reads the commit only from a clone that has a remote. It does not ask the remote.
git clone -q . "$work/clone"
cd "$work/clone"
git remote set-url origin https://github.com/latchkey-dev/latchkey

goreleaser check --quiet || [[ $? -eq 2 ]] || fail ".goreleaser.yaml is not valid" # 2: it works, and has deprecated parts
goreleaser release --snapshot --clean --skip=sign

# runner SYSTEM ARCH: prints the program that runs a binary of another architecture here, or "env" for this machine's own.
# It prints nothing if no such program is there.
runner() {
  case "$1 $2" in
    "$(go env GOHOSTOS) $(go env GOHOSTARCH)") echo env ;;
    "linux arm64") command -v qemu-aarch64 || true ;;
    "linux amd64") command -v qemu-x86_64 || true ;;
  esac
}

count=0 ran=()
for archive in dist/latchkey_v*.tar.gz dist/latchkey_v*.zip; do
  count=$((count + 1))
  into=$work/$(basename "$archive")
  mkdir "$into"
  case $archive in
    *.zip) unzip -q "$archive" -d "$into" ;;
    *) tar -xzf "$archive" -C "$into" ;;
  esac
  for name in LICENSE README.md CHANGELOG.md man/latchkey.1; do
    [[ -s $into/$name ]] || fail "$archive has no $name"
  done
  system=$(sed -E 's/.*_(linux|darwin|windows)_(amd64|arm64)\..*/\1 \2/' <<<"$archive")
  program=$into/latchkey
  [[ $system != windows* ]] || program+=.exe
  built=$(go version -m "$program")
  for fact in "GOOS=${system% *}" "GOARCH=${system#* }" "CGO_ENABLED=0"; do
    grep -q "$fact" <<<"$built" || fail "$program was not built with $fact"
  done
  with=$(runner "${system% *}" "${system#* }")
  if [[ -n $with ]]; then
    version=$("$with" "$program" version -o json)
    grep -q "\"commit\": \"$(git rev-parse HEAD)\"" <<<"$version" || fail "the version of $program has another commit: $version"
    grep -q '"date": "20' <<<"$version" || fail "the version of $program has no date: $version"
    ran+=("${system/ //}")
  fi
  grep -q 'sigs.k8s.io/jobset' "$archive.spdx.json" || fail "$archive.spdx.json does not list the modules"
  sum=$(sha256sum "$archive")
  grep -q "${sum%% *}  $(basename "$archive")" dist/checksums.txt || fail "checksums.txt has another sum for $archive"
  [[ $system == windows* ]] || grep -rq "${sum%% *}" dist/homebrew || fail "the formula has no sum of $archive"
  grep -rq "${sum%% *}" dist/krew || fail "the krew manifest has no sum of $archive"
done
((count == 6)) || fail "there are $count archives, not 6"
echo "release-check: $count archives are right, and these programs were run: ${ran[*]}"

[[ ${1:-} == --images ]] || exit 0
docker=${DOCKER:-docker}
image=localhost/latchkey-check:snapshot
hack/image.sh "$image" snapshot amd64 arm64
for arch in amd64 arm64; do
  [[ $("$docker" image inspect --format '{{ .Architecture }}' "$image-$arch") == "$arch" ]] || fail "$image-$arch is for another architecture"
  container=$("$docker" create "$image-$arch")
  "$docker" export "$container" | tar -xf - -C "$work" usr/local/bin/latchkey
  "$docker" rm "$container" >/dev/null
  built=$(go version -m "$work/usr/local/bin/latchkey")
  grep -q "GOARCH=$arch" <<<"$built" || fail "the program in $image-$arch is for another architecture"
  "$docker" rmi "$image-$arch" >/dev/null
done
echo "release-check: both images have the right architecture"
