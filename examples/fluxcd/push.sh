#!/bin/sh
# Usage: push.sh FOLDER oci://REGISTRY/NAME:TAG. Renders the sets of a folder and pushes the manifests for Flux CD.
# It needs latchkey, flux and git on PATH, and to be logged in to the registry. Nothing is pushed when a set has errors.
set -eu
folder=$1 artifact=$2

rendered=$(mktemp -d)
trap 'rm -rf "$rendered"' EXIT
latchkey render --on-change Rename -o "$rendered" "$folder"
flux push artifact "$artifact" --path="$rendered" \
  --source="$(git config --get remote.origin.url)" \
  --revision="$(git branch --show-current)@sha1:$(git rev-parse HEAD)"
