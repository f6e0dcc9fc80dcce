#!/bin/bash
# pod-perf-sysstat.sh: samples what runs in watched containers of this pod with pidstat, while it lives.
#
# Reads what lib.sh, processes.sh, pidstat.sh and pod-tasks.sh read.
# shellcheck source=lib.sh
. "${LATCHKEY_FILES:=/metrics_operator}/lib.sh"
# shellcheck source=processes.sh
. "$LATCHKEY_FILES/processes.sh"
# shellcheck source=pidstat.sh
. "$LATCHKEY_FILES/pidstat.sh"
# shellcheck source=pod-tasks.sh
. "$LATCHKEY_FILES/pod-tasks.sh"

lk_ready() {
  lk_prepare || return 1
  echo "PIDSTAT COMMAND START"
  lk_application
  echo "PIDSTAT COMMAND END"
  echo "Waiting for application PID..."
}

lk_look() { lk_check_rights; }

lk_join
