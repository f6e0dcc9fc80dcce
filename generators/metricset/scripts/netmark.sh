#!/bin/bash
# netmark.sh: a launcher that runs Netmark and prints its table of round trip times.
# shellcheck source=hosts.sh
. "${LATCHKEY_FILES:=/metrics_operator}/hosts.sh"
# shellcheck source=tasks.sh
. "$LATCHKEY_FILES/tasks.sh"

# lk_table prints what readers of logs expect after the program's output.
lk_table() {
  ls
  echo "NETMARK RTT.CSV START"
  [ ! -f RTT.csv ] || cat RTT.csv
  echo "NETMARK RTT.CSV END"
  [ -f RTT.csv ] || lk_error "Netmark left no RTT.csv in $PWD"
}

lk_main() {
  lk_metadata
  lk_names
  lk_tasks
  LATCHKEY_SLOTS='' # mpirun of MPICH does not know slots=
  lk_hostlist
  [ -z "${LATCHKEY_WORKERS:-}" ] || lk_reach
  # shellcheck source=pre.sh
  [ ! -f "$lk_texts.pre-0" ] || . "$LATCHKEY_FILES/pre.sh"
  lk_collection_start
  lk_measure "$lk_texts.command-0"
  lk_table
  lk_finish
}

lk_main
