#!/usr/bin/env bash
# Generates deep copies and the CRDs in apis/crds from the Go types, and docs/reference.
# It needs controller-gen on PATH, in the version of hack/tools.mk. `make generate` installs it.
# Markers in a package say what to generate, so a new package under apis needs no change here.
set -eu
cd "$(dirname "$0")/.."

if ! command -v controller-gen >/dev/null; then
  echo "controller-gen is not on PATH: run make generate" >&2
  exit 2
fi

controller-gen object paths=./apis/...
rm -f apis/crds/*.yaml # removes the CRDs of deleted kinds too
controller-gen crd paths=./apis/... output:crd:dir=apis/crds
find apis/crds -name '*.json' -delete
go run ./hack/definitions
go run ./hack/reference
