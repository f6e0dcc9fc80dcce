#!/bin/bash
# Latchkey v0.1, generators/metricset/scripts/guard.sh
set -eu; status=0 child='' stopped=''
stop() { stopped=true; [ -z "$child" ] || kill -TERM "$child" 2>/dev/null || :; }
trap stop TERM; /bin/bash "${LATCHKEY_FILES:-/metrics_operator}/$LATCHKEY_SCRIPT" & child=$!
[ -z "$stopped" ] || stop
while kill -0 "$child" 2>/dev/null; do wait "$child" || :; done
wait "$child" || status=$?
[ "$status" = 0 ] || printf 'latchkey: error: what samples ended with status %d; the application does not depend on it\n' "$status" >&2
