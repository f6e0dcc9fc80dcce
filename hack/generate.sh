#!/usr/bin/env bash
# Writes what is generated from the Go types: their deep copies, and the CRDs in apis/crds.
# It needs controller-gen on PATH, at the version of hack/tools.mk: `make generate` sees to that.
# The packages say by markers what is made of them, so a new one under apis needs no change here.
set -eu
cd "$(dirname "$0")/.."

if ! command -v controller-gen >/dev/null; then
  echo "controller-gen is not on PATH: run make generate" >&2
  exit 2
fi

controller-gen object paths=./apis/...
rm -f apis/crds/*.yaml # those of kinds that are no more
controller-gen crd paths=./apis/... output:crd:dir=apis/crds
