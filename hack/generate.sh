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
for kind in minicluster metricset; do # a frozen version is kept, and not generated
  sed -i "/^  versions:\$/r apis/fluxframework/v1alpha1/$kind.yaml" "apis/crds/flux-framework.org_${kind}s.yaml"
done
find apis/crds -name '*.json' -delete
go run ./hack/definitions
go run ./hack/reference
