#!/bin/bash
# Latchkey v0.1, generators/metricset/scripts/sample.sh
. "${LATCHKEY_FILES:=/metrics_operator}/lib.sh"
. "$LATCHKEY_FILES/whole.sh"
lk_main() {
  local count=0 next; lk_metadata
  # ships for: .pre < >
  lk_pre
  # end < >
  lk_collection_start; next=$SECONDS
  while :; do
    while [ "$next" -le "$SECONDS" ]; do next=$((next + ${LATCHKEY_RATE:-10})); done
    lk_whole_sample || exit 143
    count=$((count + 1))
    if [ "$count" = "${LATCHKEY_COMPLETIONS:-0}" ] || [ "$lk_failed" != 0 ]; then break; fi
    [ "$next" -le "$SECONDS" ] || lk_sleep $((next - SECONDS))
    [ -z "$lk_stopped" ] || exit 143
  done
  lk_finish
}
lk_main
