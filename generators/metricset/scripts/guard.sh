#!/bin/bash
# guard.sh: runs a sampling script as a child and always ends with 0. An ordinary container that fails makes its pod fail,
# and the application with it.
#
# Reads:
#   LATCHKEY_FILES   folder of these scripts, default /metrics_operator
#   LATCHKEY_SCRIPT  name of the script
set -eu
status=0 child='' stopped=''
stop() {
  stopped=true
  [ -z "$child" ] || kill -TERM "$child" 2>/dev/null || :
}
trap stop TERM
/bin/bash "${LATCHKEY_FILES:-/metrics_operator}/$LATCHKEY_SCRIPT" &
child=$!
[ -z "$stopped" ] || stop
while kill -0 "$child" 2>/dev/null; do wait "$child" || :; done
wait "$child" || status=$?
[ "$status" = 0 ] || printf 'latchkey: error: what samples ended with status %d; the application does not depend on it\n' "$status" >&2
