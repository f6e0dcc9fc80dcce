#!/bin/bash
# Latchkey v0.1, generators/minicluster/scripts/launcher.sh
set -eu; status=0 child='' stopped='' seen=' '
stop() { stopped=true; [ -z "$child" ] || kill -"$1" "$child" 2>/dev/null || :; }
run() {
  status=0; "$@" <&0 & child=$!
  while kill -0 "$child" 2>/dev/null; do wait "$child" || :; done
  wait "$child" || status=$?
  child=''
}
await() {
  local id found='' largest=0
  for id in $(flux jobs --no-header --format='{id}'); do case $seen in *" $id "*) ;; *) found="$id $found" ;; esac done
  [ -n "$found" ] || return 1
  printf 'latchkey: the command has ended, waiting for jobs that it left: %s\n' "$found" >&2
  for id in $found; do seen="$seen$id "; run flux job attach "$id"; [ "$largest" != 0 ] || largest=$status; done
  status=$largest
}
trap 'stop TERM' TERM; trap 'stop HUP' HUP; run "$@"
while [ "$status" = 0 ] && [ -z "$stopped" ] && await; do :; done
exit "$status"
