#!/usr/bin/env bash
# Plants the imports that .golangci.yaml forbids in a copy of the sources and expects the linter to refuse each of them: a
# pattern of files that matches nothing makes no noise. It needs bin/golangci-lint.
set -euo pipefail
cd "$(dirname "$0")/.."
linter=$PWD/bin/golangci-lint
module=$(go list -m)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git ls-files -z --cached --others --exclude-standard | xargs -0 tar -c --ignore-failed-read 2>/dev/null | tar -x -C "$work"
cd "$work"
folders=() planted=()

# plant RULE FOLDER IMPORT: adds a file with an import, which a rule must refuse, to a folder that may be new.
plant() {
  local rule=$1 folder=$2 import=$3 package file
  mkdir -p "$folder"
  package=$(sed -n 's/^package //p' "$folder"/*.go 2>/dev/null | grep -v '_test$' | head -n 1 || :)
  file=$folder/planted_${#planted[@]}.go
  printf 'package %s\n\nimport _ "%s"\n' "${package:-planted}" "$import" >"$file"
  folders+=("./$folder")
  planted+=("$file:3:8: import '$import' is not allowed from list '$rule'")
}

# Each layer itself, as far as Go allows the import, and a folder below it.
for folder in apis apis/planted generators generators/planted generators/planted/below; do
  plant pure "$folder" os
done
plant pure generators/planted net
plant pure generators/planted net/http
plant pure generators/planted math/rand
plant pure generators/planted crypto/rand
for folder in apis fn cli fn/planted; do
  plant no-cluster-client "$folder" k8s.io/client-go/kubernetes
done
plant no-cluster-client fn/planted sigs.k8s.io/controller-runtime
for folder in generators fn cli/planted; do
  plant no-test-helpers "$folder" testing
done
plant no-test-helpers generators/planted "$module/generators/internal/podtest"
plant no-test-helpers fn/planted "$module/apis/apitest"
plant no-test-helpers fn/planted "$module/report/reporttest"
for layer in generators generators/minicluster fn cli; do
  plant apis apis/planted "$module/$layer"
  plant apis apis/fluxframework/planted "$module/$layer"
done
for layer in fn cli; do
  plant generators generators/planted "$module/$layer"
  plant generators generators/minicluster/planted "$module/$layer"
done
for folder in fn fn/internal/planted; do
  plant fn "$folder" os
  plant fn "$folder" "$module/generators/minicluster"
done
plant fn fn/planted "$module/cli"
for folder in kubectl runs live; do
  for layer in generators fn cli; do
    plant beside "$folder/planted" "$module/$layer"
  done
done
for folder in cli cli/planted; do
  plant cli "$folder" "$module/generators/minicluster"
  plant cli "$folder" "$module/generators/metricset/options"
done

findings=$("$linter" run --tests=false --enable-only depguard "${folders[@]}" 2>&1 || :)
failed=0
for wanted in "${planted[@]}"; do
  grep -qF -- "$wanted" <<<"$findings" || {
    echo "check-imports: not refused: $wanted" >&2
    failed=1
  }
done
rules=$(sed -n '/^    depguard:/,/^    errcheck:/s/^        \([a-z-]*\):$/\1/p' .golangci.yaml)
for rule in $rules; do
  grep -q "list '$rule'" <<<"${planted[*]}" || {
    echo "check-imports: plant an import against the rule $rule" >&2
    failed=1
  }
done
if ((failed)); then
  echo "$findings" >&2
  exit 1
fi
echo "check-imports: ${#planted[@]} forbidden imports are refused"
