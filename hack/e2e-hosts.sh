#!/usr/bin/env bash
# Tests with programs that take long to build: Kueue, kwok's fake nodes, Flux CD and Argo CD. ../shared/lab/extras.sh starts them
# beside the lab's cluster, and they are stopped after the tests. The log names a program that cannot start, and tests that
# need it are skipped.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
export LAB_DIR=${LAB_DIR:-/tmp/lab}
export KUBECONFIG=${KUBECONFIG:-$LAB_DIR/kubeconfig}
export LATCHKEY_E2E_REQUIRE="${LATCHKEY_E2E_REQUIRE:-} kpt"
extras=../shared/lab/extras.sh
started=() status=0 kueue=''

# shellcheck disable=SC2317 # called by the trap
end() {
  [[ -z $kueue ]] || kill "$kueue"
  ((${#started[@]} == 0)) || "$extras" --stop "${started[@]}"
}
trap end EXIT

# begin PART starts a part, and requires its tests.
begin() {
  if ! "$extras" "$1"; then
    echo "SKIPPED the tests with $1: $extras cannot start it" >&2
    return 1
  fi
  LATCHKEY_E2E_REQUIRE+=" $1"
  started+=("$1")
}

# run FOLDER [FLAG]...: tests a folder.
run() {
  bin/gotestsum --format standard-verbose --rerun-fails=1 --packages "./e2e/$1" -- -tags e2e -count 1 -timeout 20m "${@:2}" || status=1
}

# Fake nodes that were there before stay.
if [[ -z $(kubectl get nodes -l type=kwok -o name) ]]; then begin kwok; else LATCHKEY_E2E_REQUIRE+=" kwok"; fi

# Argo CD reads the file of a plugin when it starts.
"$extras" --stop argocd
mkdir -p "$LAB_DIR/argocd/plugins/latchkey"
cp examples/argocd/plugin.yaml "$LAB_DIR/argocd/plugins/latchkey/"

for part in kueue fluxcd argocd; do
  begin "$part" || continue
  run "$part"
  case $part in # tests elsewhere that need it
    kueue)
      run live -run TestQuota
      run study -run TestInQueue
      ;;
    fluxcd) run tutorials -run TestGitOps ;;
  esac
done

# The same Kueue again, with waitForPodsReady.
if [[ $LATCHKEY_E2E_REQUIRE == *kueue* ]]; then
  old=$(cat "$LAB_DIR/data/kueue.pid")
  kill "$old"
  while kill -0 "$old" 2>/dev/null; do sleep 0.2; done # it holds its ports until it has ended
  { cat "$LAB_DIR/data/kueue.yaml" && echo 'waitForPodsReady: {timeout: 60s}'; } >"$LAB_DIR/data/kueue-ready.yaml"
  "$LAB_DIR/bin/kueue" --config "$LAB_DIR/data/kueue-ready.yaml" --kubeconfig "$KUBECONFIG" >"$LAB_DIR/data/logs/kueue-ready.log" 2>&1 &
  kueue=$!
  for ((i = 0; i < 60; i++)); do # until its webhook answers
    ! kubectl create --dry-run=server -f "$LAB_DIR/data/kueue-try.yaml" >/dev/null 2>&1 || break
    sleep 1
  done
  LATCHKEY_E2E_PODSREADY=1 run kueue -run TestPodsReady
fi
exit "$status"
