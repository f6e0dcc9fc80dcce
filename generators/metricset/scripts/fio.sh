#!/bin/bash
# fio.sh: runs fio once on a new file, whose name is in $filename, and removes the file.
#
# Reads, besides what lib.sh reads:
#   LATCHKEY_DIRECTORY  directory of the file, default /tmp
# Further files: .remove, the command that removes the file
# shellcheck source=lib.sh
. "${LATCHKEY_FILES:=/metrics_operator}/lib.sh"
# shellcheck source=stages.sh
. "$LATCHKEY_FILES/stages.sh"

# shellcheck disable=SC2317 # called by the trap of lib.sh
# lk_on_exit also removes the file when the script ends early. The file is large, and the volume may stay.
lk_on_exit() {
  local status=$?
  trap - EXIT
  lk_collection_end
  [ -z "${filename:-}" ] || rm -f -- "$filename"
  exit "$status"
}

lk_metadata
# a name of its own for this pod, because pods may share the directory
lk_random=$(od -An -N16 -tx1 /dev/urandom)
export filename=${LATCHKEY_DIRECTORY:-/tmp}/test-${lk_random//[[:space:]]/}
# shellcheck source=pre.sh
[ ! -f "$lk_texts.pre-0" ] || . "$LATCHKEY_FILES/pre.sh"
[ -d "${LATCHKEY_DIRECTORY:-/tmp}" ] || lk_fail "there is no directory ${LATCHKEY_DIRECTORY:-/tmp} in this container: mount a volume there, or choose another one"
echo "FIO COMMAND START"
printf '%s\n' "$(<"$lk_texts.command-0")"
echo "FIO COMMAND END"
lk_collection_start
lk_timepoint
lk_measure "$lk_texts.command-0"
lk_collection_end
# shellcheck source=post.sh
[ ! -f "$lk_texts.post-0" ] || . "$LATCHKEY_FILES/post.sh"
lk_run "$lk_texts.remove"
lk_end
