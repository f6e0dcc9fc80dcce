#!/bin/bash
# Latchkey v0.1, generators/metricset/scripts/launcher.sh
. "${LATCHKEY_FILES:=/metrics_operator}/hosts.sh"
lk_main() {
  local each=0; lk_metadata; lk_names; lk_hostlist
  # ships for: .problem < >
  lk_problem
  # end < >
  lk_mpi
  # ships for: LATCHKEY_WORKERS < >
  [ -z "${LATCHKEY_WORKERS:-}" ] || lk_reach
  # end
  # ships for: .pre >
  lk_pre
  # end < >
  lk_collection_start
  while [ -f "$lk_texts.command-$each" ]; do lk_timepoint; lk_measure "$lk_texts.command-$each"; each=$((each + 1)); done
  lk_finish
}
lk_main
