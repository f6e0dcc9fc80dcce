#!/bin/bash
# Latchkey v0.1, generators/metricset/scripts/measure.sh
: "${LATCHKEY_FILES:=/metrics_operator}"
. "$LATCHKEY_FILES/lib.sh"
lk_environment() {
  if [ -f "${LATCHKEY_PROFILE:-}" ]; then set +eu; . "$LATCHKEY_PROFILE" >/dev/null 2>&1; lk_own_options; lk_traps; fi
  PATH=${LATCHKEY_PATH_FIRST:+$LATCHKEY_PATH_FIRST:}$PATH; export PATH
}
lk_main() {
  local each=0 command; lk_metadata; lk_environment; lk_pre
  [ -z "${LATCHKEY_DIRECTORY:-}" ] || cd "$LATCHKEY_DIRECTORY" || lk_fail "there is no directory $LATCHKEY_DIRECTORY in this container: mount a volume there, or choose another one"
  lk_collection_start
  while [ -f "$lk_texts.command-$each" ]; do
    lk_timepoint
    if [ "${LATCHKEY_ECHO:-}" = true ]; then command=$(<"$lk_texts.command-$each"); printf '%s\n' "$command"; fi
    lk_measure "$lk_texts.command-$each"; each=$((each + 1))
  done
  lk_collection_end; [ "${LATCHKEY_LIST_FILES:-}" != true ] || ls -l
  lk_finish
}
lk_main
