#!/bin/bash
# broker-worker.sh: runs the broker of a worker. Sourced by broker.sh on workers, at its end.
#
# Reads:
#   LATCHKEY_COMPLETE_WORKERS  boolean: a worker ends when its broker ends, with any status
#   LATCHKEY_WORKER_RETRIES    how often a worker starts a failed broker again, default 10
#   LATCHKEY_REJOIN_SECONDS    how long a restarted broker may take to reach the lead, default 120
#   LATCHKEY_OUTLIVE_SECONDS   how long a worker without its broker waits for the lead to end first, default 60, or 35 after
#                              SIGTERM
# The status 75 (EX_TEMPFAIL of sysexits.h) says that the lead is gone. With onDisruption: Restart the set then starts again.
# shellcheck disable=SC2034,SC2154 # names of other parts
lk_gone=''

# lk_worker runs a worker's broker, which ends with status 0 when the instance is over. A broker that failed with an ordinary
# status is started again, for example when the lead no longer knows it. A broker that was killed makes the whole set fail.
lk_worker() {
  local failures=0 limit=${LATCHKEY_WORKER_RETRIES:-10} pause=1 began watch watches=()
  while :; do
    lk_say "starting the broker of worker $JOB_COMPLETION_INDEX on $lk_host"
    began=$SECONDS
    if [ -n "${LATCHKEY_LINGER:-}" ]; then
      lk_watch_lead &
      watches+=($!)
    fi
    lk_run "${lk_prefix[@]}" "${lk_start[@]}"
    for watch in "${watches[@]}"; do
      kill -KILL "$watch" 2>/dev/null || :
      wait "$watch" 2>/dev/null || : # without wait the shell prints that the watch was killed
    done
    [ -z "$lk_gone" ] || exit 75
    lk_count_term
    [ "$lk_status" -le 128 ] || lk_outlive_lead
    [ "${LATCHKEY_COMPLETE_WORKERS:-}" != true ] || exit "$lk_status"
    [[ $lk_status != 0 && $lk_status -le 128 && -z $lk_terminated ]] || exit "$lk_status"
    if [ $((SECONDS - began)) -gt 600 ]; then failures=0 pause=1; fi
    failures=$((failures + 1))
    if [ "$failures" -gt "$limit" ]; then
      lk_error "the broker failed $failures times, the last time with status $lk_status"
      if lk_lead_answers; then exit 1; else exit 75; fi
    fi
    lk_say "the broker ended with status $lk_status: starting it again in $pause s ($failures of $limit)"
    lk_run sleep "$pause"
    lk_stop_if_terminated
    pause=$((pause < 8 ? pause * 2 : 15))
    lk_watch_rejoin &
    watches=($!)
  done
}

# lk_outlive_lead waits until the lead ends by itself, which it does when one of its jobs loses this worker. If the worker
# failed first, Kubernetes would delete the lead's pod and the application's logs.
lk_outlive_lead() {
  local silent=0 end=60
  # with LATCHKEY_LINGER the pod that Kubernetes takes away fails first, and the set starts again
  [ -z "${LATCHKEY_LINGER:-}" ] || [ -z "$lk_terminated" ] || return 0
  [ -z "$lk_terminated" ] || end=35
  end=$((SECONDS + ${LATCHKEY_OUTLIVE_SECONDS:-$end}))
  while [ "$SECONDS" -lt "$end" ] && [ "$silent" -lt 3 ]; do
    silent=$((silent + 1))
    ! lk_lead_answers || silent=0
    sleep 1
  done
}

lk_lead_answers() { timeout 5 bash -c ": <>'/dev/tcp/$lk_base-0$lk_domain/8050'" 2>/dev/null; }

# lk_watch_rejoin tells this script when a restarted broker does not reach the lead. flux itself would wait forever for a
# lead that is gone.
lk_watch_rejoin() {
  trap - EXIT TERM USR1 USR2
  sleep "${LATCHKEY_REJOIN_SECONDS:-120}"
  FLUX_URI=local://$lk_socket timeout 10 flux ping --count=1 0 >/dev/null 2>&1 || kill -USR1 $$
}

lk_on_lead_gone() {
  lk_error 'the lead broker is gone: its pod does not answer any more'
  lk_gone=true
  lk_on_term
}

trap lk_on_lead_gone USR1
lk_hook workerPre
lk_stop_if_terminated
[ -z "${LATCHKEY_FANOUT:-}" ] || lk_await_parent
lk_worker
