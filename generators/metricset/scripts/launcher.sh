#!/bin/bash
# launcher.sh: waits for the workers and runs the measured commands on all of them.
#
# ./hostlist.txt holds the names of the pods, this pod first. ./problem.sh holds the metric's problem, if it has one.
# shellcheck source=hosts.sh
. "${LATCHKEY_FILES:=/metrics_operator}/hosts.sh"

lk_metadata
lk_names
lk_hostlist
# shellcheck source=problem.sh
[ ! -f "$lk_texts.problem" ] || . "$LATCHKEY_FILES/problem.sh"
lk_mpi
[ -z "${LATCHKEY_WORKERS:-}" ] || lk_reach
# shellcheck source=pre.sh
[ ! -f "$lk_texts.pre-0" ] || . "$LATCHKEY_FILES/pre.sh"
lk_collection_start
lk_number=0
while [ -f "$lk_texts.command-$lk_number" ]; do
  lk_timepoint
  lk_measure "$lk_texts.command-$lk_number"
  lk_number=$((lk_number + 1))
done
[ -z "${LATCHKEY_WORKERS:-}" ] || [ -z "${LATCHKEY_LINGER:-}" ] || lk_blame
lk_finish
