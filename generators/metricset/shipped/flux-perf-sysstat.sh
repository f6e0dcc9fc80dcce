#!/bin/bash
# Latchkey v0.1, generators/metricset/scripts/flux-perf-sysstat.sh
. "${LATCHKEY_FILES:=/metrics_operator}/lib.sh"
. "$LATCHKEY_FILES/watch.sh"
. "$LATCHKEY_FILES/pidstat.sh"
. "$LATCHKEY_FILES/flux-tasks.sh"
lk_ready() {
  lk_prepare || return 1
  echo "PIDSTAT COMMAND START"; lk_application; echo "PIDSTAT COMMAND END"
  echo "Waiting for application PID..."
}
lk_look() { lk_check_rights; }
lk_join
