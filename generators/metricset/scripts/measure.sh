#!/bin/bash
# measure.sh: runs each measured command once.
#
# Reads, besides what lib.sh reads:
#   LATCHKEY_DIRECTORY    directory to run the commands in; it must exist after the pre snippets
#   LATCHKEY_PATH_FIRST   folder that is searched first for programs
#   LATCHKEY_ECHO         boolean: print each command before its output
#   LATCHKEY_LIST_FILES   boolean: list the working directory after the collection
# shellcheck source=lib.sh
. "${LATCHKEY_FILES:=/metrics_operator}/lib.sh"
# shellcheck source=stages.sh
. "$LATCHKEY_FILES/stages.sh"

lk_metadata
# shellcheck source=profile.sh
[ -z "${LATCHKEY_PROFILE:-}" ] || . "$LATCHKEY_FILES/profile.sh" >/dev/null 2>&1
export PATH="${LATCHKEY_PATH_FIRST:+$LATCHKEY_PATH_FIRST:}$PATH"
# shellcheck source=pre.sh
[ ! -f "$lk_texts.pre-0" ] || . "$LATCHKEY_FILES/pre.sh"
[ -z "${LATCHKEY_DIRECTORY:-}" ] || cd "$LATCHKEY_DIRECTORY" || lk_fail "there is no directory $LATCHKEY_DIRECTORY in this container: mount a volume there, or choose another one"
lk_collection_start
lk_number=0
while [ -f "$lk_texts.command-$lk_number" ]; do
  lk_timepoint
  [ "${LATCHKEY_ECHO:-}" != true ] || printf '%s\n' "$(<"$lk_texts.command-$lk_number")"
  lk_measure "$lk_texts.command-$lk_number"
  lk_number=$((lk_number + 1))
done
lk_collection_end
[ "${LATCHKEY_LIST_FILES:-}" != true ] || ls -l
lk_finish
