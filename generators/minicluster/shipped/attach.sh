#!/bin/bash
# Latchkey v0.1, generators/minicluster/scripts/attach.sh
set -eu; show=() status=0 job='' gone='' readers='' pipes=${LATCHKEY_MOUNT:-/mnt/flux}/config/run/flux
# ships for: LATCHKEY_DEBUG=true <
if [ "${LATCHKEY_DEBUG:-}" = true ]; then show=(--show-events --show-exec); fi
# end
stop() {
  [ -n "$job" ] || exit 143
  state=$(flux jobs --no-header --format='{state}' "$id" 2>/dev/null) || :
  case $state in
    NEW | DEPEND | PRIORITY | SCHED)
      gone=true; flux cancel "$id" || :
      ;;
    *) kill "$job" 2>/dev/null || : ;;
  esac
}
stream() {
  rm -f "$pipes/stdout" "$pipes/stderr"; mkfifo "$pipes/stdout" "$pipes/stderr"
  exec {out}<>"$pipes/stdout" {err}<>"$pipes/stderr"; cat "$pipes/stdout" {out}>&- {err}>&- & readers=$!
  cat "$pipes/stderr" >&2 {out}>&- {err}>&- & readers="$readers $!"
}
await() { while kill -0 "$1" 2>/dev/null; do wait "$1" || :; done; }
trap stop TERM HUP
# ships for: LATCHKEY_STREAM=true <
if [ "${LATCHKEY_STREAM:-}" = true ]; then
  stream; set -- "$1" "$2" --output="$pipes/stdout" --error="$pipes/stderr" "${@:3}"; show+=(--quiet)
fi
# end >
id=$("$@"); flux job attach "${show[@]}" "$id" <&0 & job=$!; await "$job"; wait "$job" || status=$?
# ships for: LATCHKEY_STREAM=true
if [ "${LATCHKEY_STREAM:-}" = true ]; then exec {out}>&- {err}>&-; for reader in $readers; do await "$reader"; done; fi
# end >
[ -z "$gone" ] || exit 143
exit "$status"
