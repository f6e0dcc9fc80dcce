#!/bin/bash
# Latchkey v0.1, generators/metricset/scripts/measure.sh
. "${LATCHKEY_FILES:=/metrics_operator}/lib.sh"
lk_environment() {
  # ships for: LATCHKEY_PROFILE
  if [ -f "${LATCHKEY_PROFILE:-}" ]; then set +eu; . "$LATCHKEY_PROFILE" >/dev/null 2>&1; lk_own_options; lk_traps; fi
  # end >
  PATH=${LATCHKEY_PATH_FIRST:+$LATCHKEY_PATH_FIRST:}$PATH; export PATH
}
lk_main() {
  local each=0; lk_metadata
  # ships for: LATCHKEY_PROFILE or LATCHKEY_PATH_FIRST < >
  lk_environment
  # end <
  # ships for: .pre >
  lk_pre
  # end <
  # ships for: LATCHKEY_DIRECTORY >
  [ -z "${LATCHKEY_DIRECTORY:-}" ] || cd "$LATCHKEY_DIRECTORY" || lk_fail "there is no directory $LATCHKEY_DIRECTORY in this container: mount a volume there, or choose another one"
  # end >
  lk_collection_start
  while [ -f "$lk_texts.command-$each" ]; do
    lk_timepoint
    # ships for: LATCHKEY_ECHO=true <
    if [ "${LATCHKEY_ECHO:-}" = true ]; then printf '%s\n' "$(<"$lk_texts.command-$each")"; fi
    # end >
    lk_measure "$lk_texts.command-$each"; each=$((each + 1))
  done
  # ships for: LATCHKEY_LIST_FILES=true >
  lk_collection_end
  # end <
  # ships for: LATCHKEY_LIST_FILES=true >
  [ "${LATCHKEY_LIST_FILES:-}" != true ] || ls -l
  # end >
  lk_finish
}
lk_main
