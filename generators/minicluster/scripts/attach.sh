#!/bin/bash
# attach.sh COMMAND...: runs a command that submits one job and prints its id, then shows the job's output and ends with
# its status.
#
# flux submit --watch does so too, but writes what comes to a pipe when the job has ended, not as it comes (seen with
# flux-core 0.88), and nobody watches an application that way.
#
# SIGTERM ends the job. flux job attach hands it to a job that runs; one that still waits for hosts has to be canceled, or
# the pod would live on until it is killed.
#
# Reads:
#   LATCHKEY_DEBUG  true: show the events in the life of the job too
set -eu
show=() status=0 attached='' canceled=''
if [ "${LATCHKEY_DEBUG:-}" = true ]; then show=(--show-events --show-exec); fi

# shellcheck disable=SC2317 # called by the trap
# stop ends the job, in whatever state it is.
stop() {
  [ -n "$attached" ] || exit 143
  case $(flux jobs --no-header --format='{state}' "$id" 2>/dev/null) in
    NEW | DEPEND | PRIORITY | SCHED)
      canceled=true
      flux cancel "$id" || :
      ;;
    *) kill -TERM "$attached" 2>/dev/null || : ;;
  esac
}

trap stop TERM HUP
id=$("$@")
flux job attach "${show[@]}" "$id" <&0 &
attached=$!
# A trapped signal ends wait early, and then its status is that of the signal.
while kill -0 "$attached" 2>/dev/null; do wait "$attached" || :; done
wait "$attached" || status=$?
[ -z "$canceled" ] || exit 143
exit "$status"
