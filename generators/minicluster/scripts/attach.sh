#!/bin/bash
# attach.sh COMMAND...: runs a command that submits one job and prints its id, shows the job's output, and ends with the
# job's status.
#
# With LATCHKEY_STREAM the output comes through pipes. Otherwise it comes through flux's own store, which takes 24 s for
# 10 MB of short lines on an idle machine, and minutes on a busy one (seen with flux-core 0.88).
#
# flux submit --watch is not used: into a pipe it writes nothing before the job has ended (seen with flux-core 0.88), so
# nobody could watch the application.
#
# SIGTERM ends the job. flux job attach passes SIGTERM to a job that runs. A job that still waits for hosts is canceled, or
# the pod would live until it is killed.
#
# Reads:
#   LATCHKEY_DEBUG   true: show the job's events too
#   LATCHKEY_QUIET   true: do not say when the job starts
#   LATCHKEY_STREAM  true: the job's first task is on this pod, so it can write into a pipe here
#   LATCHKEY_RUN     file for the id of the job, named as the run of a study; unset: the job belongs to no run
#   LATCHKEY_MOUNT   the pod's volume, where the pipes are made
set -eu
show=() status=0 job='' stopped='' gone='' readers='' pipes=${LATCHKEY_MOUNT:-/mnt/flux}/config/run/flux
if [ "${LATCHKEY_DEBUG:-}" = true ]; then show=(--show-events --show-exec); fi

# shellcheck disable=SC2317 # called by the trap
# stop ends the job, running or waiting.
stop() {
  stopped=true
  [ -n "$job" ] || return 0 # until it is attached to
  state=$(flux jobs --no-header --format='{state}' "$id" 2>/dev/null) || :
  case $state in
    NEW | DEPEND | PRIORITY | SCHED)
      gone=true
      flux cancel "$id" || :
      ;;
    *) kill "$job" 2>/dev/null || : ;;
  esac
}

# relay PIPE shows what is written into a pipe until nobody has the pipe open for writing. It starts a cat again that was
# killed.
relay() {
  until cat; do
    [ "$?" -gt 128 ] || return 1
    echo "latchkey: error: the program that shows the application's output was killed: some of the output is lost" >&2
  done <"$1"
}

# stream makes two pipes and their readers. This script holds the pipes open for writing until the job has ended, even if the
# job never starts. Only a reader has its pipe open for reading: if a reader is gone, the job gets an error and does not wait
# for ever.
stream() {
  rm -f "$pipes/stdout" "$pipes/stderr"
  mkfifo "$pipes/stdout" "$pipes/stderr"
  relay "$pipes/stdout" &
  readers=$!
  relay "$pipes/stderr" >&2 &
  readers="$readers $!"
  exec {out}>"$pipes/stdout" {err}>"$pipes/stderr"
}

# await PID waits for a child process. A trapped signal ends wait early, with the status of the signal.
await() { while kill -0 "$1" 2>/dev/null; do wait "$1" || :; done; }

trap stop TERM HUP
if [ "${LATCHKEY_STREAM:-}" = true ]; then
  stream
  set -- "$1" "$2" --output="$pipes/stdout" --error="$pipes/stderr" "${@:3}"
  show+=(--quiet)
fi
if [ -n "${LATCHKEY_RUN:-}" ] && [ "$1 $2" = 'flux submit' ]; then
  set -- "$1" "$2" "--setattr=user.study_id=${LATCHKEY_RUN##*/}" "${@:3}"
fi
id=$("$@")
[ -z "${LATCHKEY_RUN:-}" ] || printf '%s\n' "$id" >"$LATCHKEY_RUN"
# The log then has the time of the start, also if the application keeps its output to itself for long.
if [ "${LATCHKEY_QUIET:-}" != true ]; then
  flux job wait-event --quiet "$id" start && echo 'latchkey: the job has started' >&2 &
fi
flux job attach "${show[@]}" "$id" <&0 &
job=$!
[ -z "$stopped" ] || stop
await "$job"
wait "$job" || status=$?
[ "${LATCHKEY_STREAM:-}" != true ] || exec {out}>&- {err}>&-
for reader in $readers; do
  await "$reader"
  wait "$reader" || echo "latchkey: error: the application's output could not be shown to its end" >&2
done
[ -z "$gone" ] || exit 143
exit "$status"
