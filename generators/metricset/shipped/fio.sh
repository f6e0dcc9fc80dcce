#!/bin/bash
# Latchkey v0.1, generators/metricset/scripts/fio.sh
. "${LATCHKEY_FILES:=/metrics_operator}/lib.sh"
lk_filename() {
  local random; random=$(od -An -N16 -tx1 /dev/urandom)
  filename=${LATCHKEY_DIRECTORY:-/tmp}/test-${random//[[:space:]]/}; export filename
}
lk_on_exit() {
  local status=$?; trap - EXIT; lk_collection_end; [ -z "${filename:-}" ] || rm -f -- "$filename"
  exit "$status"
}
lk_main() {
  local command; lk_metadata; lk_filename
  # ships for: .pre < >
  lk_pre
  # end < >
  [ -d "${LATCHKEY_DIRECTORY:-/tmp}" ] || lk_fail "there is no directory ${LATCHKEY_DIRECTORY:-/tmp} in this container: mount a volume there, or choose another one"
  command=$(<"$lk_texts.command-0"); echo "FIO COMMAND START"; printf '%s\n' "$command"; echo "FIO COMMAND END"
  lk_collection_start; lk_timepoint; lk_measure "$lk_texts.command-0"; lk_collection_end
  # ships for: .post < >
  lk_post
  # end < >
  lk_run "$lk_texts.remove"; lk_end
}
lk_main
