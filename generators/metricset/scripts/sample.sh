#!/bin/bash
# sample.sh: runs each measured command again and again, at even intervals.
#
# Reads, besides what lib.sh reads:
#   LATCHKEY_RATE         seconds from the start of one sample to the start of the next, default 10
#   LATCHKEY_COMPLETIONS  number of samples, default 0: without end
# shellcheck source=lib.sh
. "${LATCHKEY_FILES:=/metrics_operator}/lib.sh"
# shellcheck source=stages.sh
. "$LATCHKEY_FILES/stages.sh"
# shellcheck source=whole.sh
. "$LATCHKEY_FILES/whole.sh"

lk_main() {
  local count=0 next
  lk_metadata
  # shellcheck source=pre.sh
  [ ! -f "$lk_texts.pre-0" ] || . "$LATCHKEY_FILES/pre.sh"
  lk_collection_start
  next=$SECONDS
  while :; do
    while [ "$next" -le "$SECONDS" ]; do next=$((next + ${LATCHKEY_RATE:-10})); done # missed turns are skipped
    lk_whole_sample || exit 143
    count=$((count + 1))
    # a later sample would fail too
    if [ "$count" = "${LATCHKEY_COMPLETIONS:-0}" ] || [ "$lk_failed" != 0 ]; then break; fi
    [ "$next" -le "$SECONDS" ] || lk_sleep $((next - SECONDS))
    [ -z "$lk_stopped" ] || exit 143
  done
  lk_finish
}

lk_main
