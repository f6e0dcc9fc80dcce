#!/bin/bash
# fio.sh: runs fio once on a new file, whose name is in $filename, and removes the file.
#
# Reads, besides what lib.sh reads:
#   LATCHKEY_DIRECTORY  directory of the file, default /tmp
# Further texts: .remove, the command that removes the file
: "${LATCHKEY_FILES:=/metrics_operator}"
# shellcheck source=lib.sh
. "$LATCHKEY_FILES/lib.sh"

# lk_filename chooses a name of its own for this pod, because pods may share the directory.
lk_filename() {
  local random
  random=$(od -An -N16 -tx1 /dev/urandom)
  filename=${LATCHKEY_DIRECTORY:-/tmp}/test-${random//[[:space:]]/}
  export filename
}

# shellcheck disable=SC2317 # called by the trap of lib.sh
# lk_on_exit also removes the file when the script ends early. The file is large, and the volume may stay.
lk_on_exit() {
  local status=$?
  trap - EXIT
  lk_collection_end
  [ -z "${filename:-}" ] || rm -f -- "$filename"
  exit "$status"
}

lk_main() {
  local command
  lk_metadata
  lk_filename
  # ships for: .pre
  lk_pre
  [ -d "${LATCHKEY_DIRECTORY:-/tmp}" ] || lk_fail "there is no directory ${LATCHKEY_DIRECTORY:-/tmp} in this container: mount a volume there, or choose another one"
  command=$(<"$lk_texts.command-0")
  echo "FIO COMMAND START"
  printf '%s\n' "$command"
  echo "FIO COMMAND END"
  lk_collection_start
  lk_timepoint
  lk_measure "$lk_texts.command-0"
  lk_collection_end
  # ships for: .post
  lk_post
  lk_run "$lk_texts.remove"
  lk_end
}

lk_main
