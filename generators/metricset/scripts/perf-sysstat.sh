#!/bin/bash
# perf-sysstat.sh: samples one process of another container with pidstat, while it lives.
#
# Reads, besides what lib.sh, watch.sh and pidstat.sh read:
#   LATCHKEY_RATE         seconds from the start of one sample to the start of the next, default 10
#   LATCHKEY_COMPLETIONS  number of samples, default 0: as long as the process lives
# shellcheck source=lib.sh
. "${LATCHKEY_FILES:=/metrics_operator}/lib.sh"
# shellcheck source=watch.sh
. "$LATCHKEY_FILES/watch.sh"
# shellcheck source=pidstat.sh
. "$LATCHKEY_FILES/pidstat.sh"

lk_watch() {
  local next=$SECONDS
  while lk_alive && [ -z "$lk_stopped" ]; do
    while [ "$next" -le "$SECONDS" ]; do next=$((next + ${LATCHKEY_RATE:-10})); done # missed turns are skipped
    lk_sample
    # ships for: LATCHKEY_COMPLETIONS
    ! lk_is_enough || return 0
    lk_until "$next"
  done
}

# lk_stay keeps a native sidecar until the application has ended, because Kubernetes would start the sidecar again.
lk_stay() {
  while [ -z "$lk_stopped" ]; do lk_sleep 3600; done
  exit "$lk_failed"
}

lk_main() {
  lk_metadata
  lk_what || lk_fail "nothing says what to watch in the pod of index ${JOB_COMPLETION_INDEX:-0}: add this index, or all, to mapOptions.commands"
  lk_prepare || exit 1
  echo "PIDSTAT COMMAND START"
  printf '%s\n' "${lk_wanted:-$lk_pattern}"
  echo "PIDSTAT COMMAND END"
  # ships for: .pre
  lk_pre
  echo "Waiting for application PID..."
  if lk_await; then
    lk_pids=$lk_pid
    lk_check_rights
    lk_collection_start
    lk_watch
    [ "$lk_samples" != 0 ] || lk_say "the process ended before the first sample was whole: the option interval says how long one takes, 0 for no time"
  else
    lk_failed=1
    lk_error "no process with this command line was seen: ${lk_wanted:-$lk_pattern}"
    lk_collection_start
  fi
  lk_collection_end
  # ships for: .post
  lk_post
  # ships for: LATCHKEY_SIDECAR=native
  [ "${LATCHKEY_SIDECAR:-}" != native ] || lk_stay
  # ships for: not LATCHKEY_SIDECAR=native
  lk_end
}

lk_main
