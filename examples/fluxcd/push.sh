#!/bin/sh
# Usage: push.sh FOLDER oci://REGISTRY/NAME:TAG. Renders the sets of a folder and pushes the manifests for Flux CD.
# It needs latchkey, flux and git on PATH, and to be logged in to the registry. Nothing is pushed when a set has errors.
# A folder without any file, or without the folder itself, has no sets: then Flux CD prunes what is there.
set -eu
folder=$1 artifact=$2

rendered=$(mktemp -d)
trap 'rm -rf "$rendered"' EXIT
# Flux CD builds nothing from an artifact without objects, and then prunes nothing either.
cat >"$rendered/sets.yaml" <<'END'
apiVersion: v1
kind: ConfigMap
metadata:
  name: sets
  namespace: flux-system
END
if [ -n "$(find "$folder" -name '*.yaml' -o -name '*.yml' -o -name '*.json' 2>/dev/null)" ]; then
  latchkey render --on-change Rename -o "$rendered" "$folder"
fi
flux push artifact "$artifact" --path="$rendered" \
  --source="$(git config --get remote.origin.url)" \
  --revision="$(git branch --show-current)@sha1:$(git rev-parse HEAD)"
