#!/bin/bash
# Latchkey v0.1, generators/metricset/scripts/ranks.sh
. "${LATCHKEY_FILES:=/metrics_operator}/hosts.sh"
. "$LATCHKEY_FILES/tasks.sh"
lk_pairs() {
  local line
  for line in $(lk_launcher) $(lk_workers); do printf '%s\n' "$line"; done | head -n 2 >./hostlist-pairs.txt
  echo Hostlist; cat ./hostlist.txt; echo "Hostlist for Pair to Pair"; cat ./hostlist-pairs.txt
}
lk_show() { local command; command=$(<"$1"); command=${command//'$np'/$np}; printf '%s\n' "${command//'$tasks'/$tasks}"; }
lk_main() {
  local each=0; lk_metadata; lk_names; lk_tasks; lk_hostlist
  # ships for: LATCHKEY_PAIRS=true < >
  [ "${LATCHKEY_PAIRS:-}" != true ] || lk_pairs
  # end >
  lk_mpi
  # ships for: LATCHKEY_WORKERS < >
  [ -z "${LATCHKEY_WORKERS:-}" ] || lk_reach
  # end
  # ships for: .pre >
  lk_pre
  # end < >
  lk_collection_start
  while [ -f "$lk_texts.command-$each" ]; do
    lk_timepoint; lk_show "$lk_texts.command-$each"; lk_measure "$lk_texts.command-$each"; each=$((each + 1))
  done
  lk_finish
}
lk_main
