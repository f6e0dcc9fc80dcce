#!/bin/bash
# broker-deadline.sh: ends the command of the lead before Kubernetes deletes the set at its deadline. Sourced by broker.sh.
#
# Reads:
#   LATCHKEY_DEADLINE  seconds after which Kubernetes ends the set; unset: a year
# shellcheck disable=SC2034,SC2154 # names of other parts
lk_deadline=''

# lk_begin_deadline starts the watch on the lead.
lk_begin_deadline() {
  [ -n "${LATCHKEY_DEADLINE:-}" ] && [ "${JOB_COMPLETION_INDEX:-}" = 0 ] || return 0
  lk_early=$((LATCHKEY_DEADLINE < 120 ? LATCHKEY_DEADLINE / 4 : 30))
  trap lk_on_deadline USR2
  lk_watch_deadline >/dev/null 2>&1 &
  lk_deadline=$!
}

# lk_watch_deadline tells this script when the deadline is near. At the deadline Kubernetes deletes all pods and the
# application's logs. The time counts from the moment when the kubelet mounted the scripts.
lk_watch_deadline() {
  local began left
  trap - EXIT TERM USR1 USR2
  began=$(stat -c %Y "$LATCHKEY_FILES/..data" 2>/dev/null) || began=$(printf '%(%s)T' -1)
  left=$((began + LATCHKEY_DEADLINE - lk_early - $(printf '%(%s)T' -1)))
  [ "$left" -le 0 ] || sleep "$left"
  kill -USR2 $$
}

# lk_on_deadline sets lk_late to the seconds after which a broker that ignores SIGTERM is killed.
lk_on_deadline() {
  lk_error "the deadline of this set, deadlineSeconds: $LATCHKEY_DEADLINE, is $lk_early s away: the command is ended, before Kubernetes deletes all pods and their logs"
  lk_late=$((lk_early * 2 / 3))
  lk_on_term
}

# lk_count_deadline sets the status that timeout(1) uses.
lk_count_deadline() { [ -z "$lk_late" ] || lk_status=124; }

lk_end_deadline() { [ -z "$lk_deadline" ] || kill -KILL "$lk_deadline" 2>/dev/null || :; }
