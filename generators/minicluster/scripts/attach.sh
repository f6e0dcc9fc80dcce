#!/bin/bash
# attach.sh COMMAND...: runs a command that submits one job and prints its id, then shows the job's output and ends with
# its status.
#
# With LATCHKEY_STREAM its output comes by pipes. Otherwise it comes by flux's own store, which takes 24 s for 10 MB of short
# lines on an idle machine, and minutes on a busy one (seen with flux-core 0.88).
#
# flux submit --watch does so too, but writes what comes to a pipe when the job has ended, not as it comes (seen with
# flux-core 0.88), and nobody watches an application that way.
#
# SIGTERM ends the job. flux job attach hands it to a job that runs; one that still waits for hosts has to be canceled, or
# the pod would live on until it is killed.
#
# Reads:
#   LATCHKEY_DEBUG   true: show the events in the life of the job too
#   LATCHKEY_STREAM  true: the job's first task is on this pod, so it can write into a pipe here
#   LATCHKEY_MOUNT   the pod's volume, where the pipes are made
set -eu
show=() status=0 attached='' canceled='' readers='' pipes=${LATCHKEY_MOUNT:-/mnt/flux}/config/run/flux
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

# stream makes two pipes and readers for them. They are held open here until the job has ended, which may be before it began.
stream() {
  rm -f "$pipes/stdout" "$pipes/stderr"
  mkfifo "$pipes/stdout" "$pipes/stderr"
  exec {out}<>"$pipes/stdout" {err}<>"$pipes/stderr"
  cat "$pipes/stdout" {out}>&- {err}>&- &
  readers=$!
  cat "$pipes/stderr" >&2 {out}>&- {err}>&- &
  readers="$readers $!"
}

trap stop TERM HUP
if [ "${LATCHKEY_STREAM:-}" = true ]; then
  stream
  set -- "$1" "$2" --output="$pipes/stdout" --error="$pipes/stderr" "${@:3}"
  show+=(--quiet)
fi
id=$("$@")
flux job attach "${show[@]}" "$id" <&0 &
attached=$!
# A trapped signal ends wait early, and then its status is that of the signal.
while kill -0 "$attached" 2>/dev/null; do wait "$attached" || :; done
wait "$attached" || status=$?
if [ -n "$readers" ]; then
  exec {out}>&- {err}>&-
  for reader in $readers; do
    while kill -0 "$reader" 2>/dev/null; do wait "$reader" || :; done
  done
fi
[ -z "$canceled" ] || exit 143
exit "$status"
