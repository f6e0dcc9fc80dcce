#!/bin/bash
# measure.sh: runs each measured command once.
#
# Reads, besides what lib.sh reads:
#   LATCHKEY_DIRECTORY    directory to run the commands in; it must exist after the pre texts
#   LATCHKEY_PROFILE      file that the shell reads first; it may be missing
#   LATCHKEY_PATH_FIRST   folder that is searched first for programs
#   LATCHKEY_ECHO         boolean: print each command before its output
#   LATCHKEY_LIST_FILES   boolean: list the working directory after the collection
# shellcheck source=lib.sh
. "${LATCHKEY_FILES:=/metrics_operator}/lib.sh"

lk_environment() {
  # ships for: LATCHKEY_PROFILE
  if [ -f "${LATCHKEY_PROFILE:-}" ]; then
    set +eu
    # shellcheck disable=SC1090
    . "$LATCHKEY_PROFILE" >/dev/null 2>&1
    lk_own_options
    lk_traps
  fi
  PATH=${LATCHKEY_PATH_FIRST:+$LATCHKEY_PATH_FIRST:}$PATH
  export PATH
}

lk_main() {
  local each=0
  lk_metadata
  # ships for: LATCHKEY_PROFILE or LATCHKEY_PATH_FIRST
  lk_environment
  # ships for: .pre
  lk_pre
  # ships for: LATCHKEY_DIRECTORY
  [ -z "${LATCHKEY_DIRECTORY:-}" ] || cd "$LATCHKEY_DIRECTORY" || lk_fail "there is no directory $LATCHKEY_DIRECTORY in this container: mount a volume there, or choose another one"
  lk_collection_start
  while [ -f "$lk_texts.command-$each" ]; do
    lk_timepoint
    # ships for: LATCHKEY_ECHO=true
    if [ "${LATCHKEY_ECHO:-}" = true ]; then
      printf '%s\n' "$(<"$lk_texts.command-$each")"
    fi
    lk_measure "$lk_texts.command-$each"
    each=$((each + 1))
  done
  # ships for: LATCHKEY_LIST_FILES=true
  lk_collection_end
  # ships for: LATCHKEY_LIST_FILES=true
  [ "${LATCHKEY_LIST_FILES:-}" != true ] || ls -l
  lk_finish
}

lk_main
