#!/bin/bash
# ranks.sh: a launcher whose commands can use the number of ranks: $np on all hosts, $tasks on each.
#
# Reads, besides what lib.sh, hosts.sh and tasks.sh read:
#   LATCHKEY_PAIRS  boolean: write ./hostlist-pairs.txt with the first two hosts, and print both lists
# shellcheck source=hosts.sh
. "${LATCHKEY_FILES:=/metrics_operator}/hosts.sh"
# shellcheck source=tasks.sh
. "$LATCHKEY_FILES/tasks.sh"

# lk_pairs writes the host list for programs that measure between two hosts.
lk_pairs() {
  local line
  for line in $(lk_launcher) $(lk_workers); do printf '%s\n' "$line"; done | head -n 2 >./hostlist-pairs.txt
  echo Hostlist
  cat ./hostlist.txt
  echo "Hostlist for Pair to Pair"
  cat ./hostlist-pairs.txt
}

# shellcheck disable=SC2016 # the dollars are those of the text
# lk_show FILE prints a command with its numbers filled in.
lk_show() {
  local command
  command=$(<"$1")
  command=${command//'$np'/$np}
  printf '%s\n' "${command//'$tasks'/$tasks}"
}

lk_main() {
  local each=0
  lk_metadata
  lk_names
  lk_tasks
  lk_hostlist
  [ "${LATCHKEY_PAIRS:-}" != true ] || lk_pairs
  lk_mpi
  [ -z "${LATCHKEY_WORKERS:-}" ] || lk_reach
  # shellcheck source=pre.sh
  [ ! -f "$lk_texts.pre-0" ] || . "$LATCHKEY_FILES/pre.sh"
  lk_collection_start
  while [ -f "$lk_texts.command-$each" ]; do
    lk_timepoint
    lk_show "$lk_texts.command-$each"
    lk_measure "$lk_texts.command-$each"
    each=$((each + 1))
  done
  lk_finish
}

lk_main
