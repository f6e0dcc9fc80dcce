#!/bin/bash
# launcher.sh PROGRAM...: runs a program that submits jobs of its own, and then waits for those that it has left, since the end
# of the instance would cancel them. Their output is shown. The status is the program's, or else the first of theirs that is
# not 0.
set -eu
status=0 child='' stopped='' seen=' '

# shellcheck disable=SC2317 # called by the traps
stop() {
  stopped=true
  [ -z "$child" ] || kill -"$1" "$child" 2>/dev/null || :
}

# run PROGRAM... sets status to that of a program, which gets the signals of this script.
run() {
  status=0
  "$@" <&0 &
  child=$!
  while kill -0 "$child" 2>/dev/null; do wait "$child" || :; done
  wait "$child" || status=$?
  child=''
}

# await waits for each job that is there and not known yet. Such jobs may submit others.
await() {
  local id found='' largest=0
  for id in $(flux jobs --no-header --format='{id}'); do
    case $seen in *" $id "*) ;; *) found="$id $found" ;; esac
  done
  [ -n "$found" ] || return 1
  printf 'latchkey: the command has ended, waiting for jobs that it left: %s\n' "$found" >&2
  for id in $found; do
    seen="$seen$id "
    run flux job attach "$id"
    [ "$largest" != 0 ] || largest=$status
  done
  status=$largest
}

trap 'stop TERM' TERM
trap 'stop HUP' HUP
run "$@"
while [ "$status" = 0 ] && [ -z "$stopped" ] && await; do :; done
exit "$status"
