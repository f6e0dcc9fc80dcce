#!/bin/bash
# perf-sysstat.sh: samples one process of another container with pidstat, while it lives.
#
# Reads, besides what lib.sh, match.sh and pidstat.sh read:
#   LATCHKEY_RATE         seconds from the start of one sample to the start of the next, default 10
#   LATCHKEY_COMPLETIONS  number of samples, default 0: as long as the process lives
#   LATCHKEY_TIMEOUT      seconds to wait for the process; unset: as long as the application lives
#   LATCHKEY_ALONE_SECONDS  seconds to wait while no other process was ever seen in the pod, default 60; an application starts
#                         before the container that watches it, unless its image comes late
#   LATCHKEY_SIDECAR      native: Kubernetes stops this container after the application; unset: it must end by itself
# shellcheck source=lib.sh
. "${LATCHKEY_FILES:=/metrics_operator}/lib.sh"
# shellcheck source=stages.sh
. "$LATCHKEY_FILES/stages.sh"
# shellcheck source=processes.sh
. "$LATCHKEY_FILES/processes.sh"
# shellcheck source=match.sh
. "$LATCHKEY_FILES/match.sh"
# shellcheck source=pidstat.sh
. "$LATCHKEY_FILES/pidstat.sh"

# lk_find sets lk_pid to the matching process with the lowest number.
lk_find() {
  local each best=''
  for each in /proc/[0-9]*; do
    each=${each#/proc/}
    if [ -z "$best" ] || [ "$each" -lt "$best" ]; then
      if lk_fits "$each"; then best=$each; fi
    fi
  done
  [ -n "$best" ] && lk_stat "$best" || return 1
  lk_pid=$best lk_born=$lk_start
}

lk_alive() { lk_stat "$lk_pid" && [ "$lk_start" = "$lk_born" ]; }

# lk_alone succeeds when the pod runs only this container and its process 1, which holds the pod together.
lk_alone() {
  local each
  for each in /proc/[0-9]*; do
    each=${each#/proc/}
    [ "$each" = 1 ] || lk_is_ours "$each" || ! lk_stat "$each" || return 1
  done
}

# lk_await looks for the process five times a second, until it finds it, the time is over, or the application has ended.
lk_await() {
  local end=$((SECONDS + ${LATCHKEY_TIMEOUT:-0}))
  local company='' alone=$((SECONDS + ${LATCHKEY_ALONE_SECONDS:-60}))
  until lk_find; do
    [ -z "$lk_stopped" ] || return 1
    [ -z "${LATCHKEY_TIMEOUT:-}" ] || [ "$SECONDS" -lt "$end" ] || return 1
    if [ "${LATCHKEY_SIDECAR:-}" != native ]; then
      if ! lk_alone; then company=true; elif [ -n "$company" ] || [ "$SECONDS" -ge "$alone" ]; then return 1; fi
    fi
    lk_pause 0.2
  done
}

# lk_watch takes samples while the process lives.
lk_watch() {
  local next=$SECONDS
  while lk_alive && [ -z "$lk_stopped" ]; do
    while [ "$next" -le "$SECONDS" ]; do next=$((next + ${LATCHKEY_RATE:-10})); done # missed turns are skipped
    lk_sample
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
  # shellcheck source=pre.sh
  [ ! -f "$lk_texts.pre-0" ] || . "$LATCHKEY_FILES/pre.sh"
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
  # shellcheck source=post.sh
  [ ! -f "$lk_texts.post-0" ] || . "$LATCHKEY_FILES/post.sh"
  [ "${LATCHKEY_SIDECAR:-}" != native ] || lk_stay
  lk_end
}

lk_main
