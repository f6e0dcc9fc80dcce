#!/usr/bin/env bash
# Tests with programs that take long to build: Kueue and Flux CD. ../shared/lab/extras.sh starts each beside the lab's cluster,
# and it is stopped after its tests. The log names a program that cannot start, and its tests are skipped.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
export LAB_DIR=${LAB_DIR:-/tmp/lab}
export KUBECONFIG=${KUBECONFIG:-$LAB_DIR/kubeconfig}
extras=../shared/lab/extras.sh
required=${LATCHKEY_E2E_REQUIRE:-}
status=0

for part in kueue fluxcd; do
  if ! "$extras" "$part"; then
    echo "SKIPPED the tests with $part: $extras cannot start it" >&2
    continue
  fi
  packages=./e2e/$part
  [[ $part != fluxcd ]] || packages+=" ./e2e/tutorials" # one of them is about Flux CD
  LATCHKEY_E2E_REQUIRE="$required $part" bin/gotestsum --format standard-verbose --rerun-fails=1 --packages "$packages" -- \
    -tags e2e -p 1 -count 1 -timeout 20m || status=1
  "$extras" --stop "$part" || status=1
done
exit "$status"
