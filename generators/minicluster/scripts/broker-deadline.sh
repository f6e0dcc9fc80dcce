#!/bin/bash
# broker-deadline.sh: ends the command of the lead before Kubernetes deletes the set at its deadline. Sourced by broker.sh at
# its start. On the lead it starts a watch.
#
# Reads:
#   LATCHKEY_DEADLINE  seconds after which Kubernetes ends the set; unset: a year
# shellcheck disable=SC2034,SC2154 # names of other parts

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

if lk_is_lead; then
  lk_early=$((LATCHKEY_DEADLINE < 120 ? LATCHKEY_DEADLINE / 4 : 30))
  trap lk_on_deadline USR2
  lk_watch_deadline >/dev/null 2>&1 &
  lk_deadline=$!
fi
