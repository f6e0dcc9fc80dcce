#!/bin/bash
# launcher.sh: waits for the workers and runs the measured commands on all of them.
#
# ./hostlist.txt holds the names of the pods, this pod first. ./problem.sh holds the metric's problem, if it has one.
# shellcheck source=hosts.sh
. "${LATCHKEY_FILES:=/metrics_operator}/hosts.sh"

lk_main() {
  local each=0
  lk_metadata
  lk_names
  lk_hostlist
  # ships for: .problem
  lk_problem
  lk_mpi
  # ships for: LATCHKEY_WORKERS
  [ -z "${LATCHKEY_WORKERS:-}" ] || lk_reach
  # ships for: .pre
  lk_pre
  lk_collection_start
  while [ -f "$lk_texts.command-$each" ]; do
    lk_timepoint
    lk_measure "$lk_texts.command-$each"
    each=$((each + 1))
  done
  lk_finish
}

lk_main
