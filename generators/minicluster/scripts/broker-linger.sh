#!/bin/bash
# broker-linger.sh: finds out that a node is lost, and gives the pod of a disrupted worker time to fail first. Sourced by broker.sh
# in sets that start again when Kubernetes takes a pod away.
#
# A pod on a lost node does not fail. So the other side ends with status 75, which counts as a disruption: the lead if it has lost a
# worker, and a worker if it has lost the lead. If a pod is taken away, its own failure starts the set again, and the lead's failure
# does not.
#
# Reads:
#   LATCHKEY_LINGER         seconds that a lead that failed waits
#   LATCHKEY_WATCH_SECONDS  seconds between two looks at the lead, default 10
# shellcheck disable=SC2034,SC2154 # names of other parts
lk_lost=$lk_config/lost

# lk_seek_lost lets the program of the instance look for a lost worker when it fails, while Flux still runs.
lk_seek_lost() {
  rm -f "$lk_lost"
  [ "${#lk_program[@]}" = 0 ] || lk_program=(bash "$LATCHKEY_FILES/lost.sh" "$lk_lost" "$lk_base" "$lk_domain" "${lk_program[@]}")
}

# lk_linger waits after a failure of the lead's broker, and chooses the status.
lk_linger() {
  if [ "$lk_status" = 0 ] || [ -n "$lk_terminated" ]; then return 0; fi
  if [ -s "$lk_lost" ]; then
    lk_error "the worker $(<"$lk_lost") is lost: its host does not answer. The status $lk_status of the command becomes 75"
    lk_status=75
    return
  fi
  lk_ended=$lk_status
  lk_run sleep "$LATCHKEY_LINGER"
  lk_status=$lk_ended
  if [ "$lk_status" = 75 ]; then # it would start the set again
    lk_say "the status 75 of the command becomes 1"
    lk_status=1
  fi
}

# lk_watch_lead tells this script when a lead that has answered does not answer any more. A broker takes five minutes to notice that
# (flux-config-heartbeat(5), timeout).
lk_watch_lead() {
  local silent=0 met=''
  trap - EXIT TERM USR1 USR2
  exec </dev/null >/dev/null 2>&1
  while [ "$silent" -lt 3 ]; do
    sleep "${LATCHKEY_WATCH_SECONDS:-10}"
    if lk_lead_answers; then
      met=true silent=0
    elif [ -n "$met" ]; then
      silent=$((silent + 1))
    fi
  done
  kill -USR1 $$
}
