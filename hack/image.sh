#!/usr/bin/env bash
# Usage: image.sh IMAGE VERSION [ARCH...]. Builds the container image from a binary that is built here. This needs no other
# image and no registry. DOCKER is docker (default) or podman. For several architectures the images are named IMAGE-<arch>.
set -euo pipefail
cd "$(dirname "$0")/.."
image=$1 version=$2 docker=${DOCKER:-docker}
shift 2
archs=("$@")
[[ ${#archs[@]} -gt 0 ]] || archs=("$(go env GOARCH)")

RELEASED="$version $(git log -1 --format='%H %cI')"
export RELEASED

context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT
cp Dockerfile LICENSE "$context"
for arch in "${archs[@]}"; do
  name=$image
  [[ ${#archs[@]} -eq 1 ]] || name=$image-$arch
  GOARCH=$arch hack/image-files.sh "$context/out"
  "$docker" build --platform "linux/$arch" --build-arg VERSION="$version" -t "$name" "$context"
done
