#!/bin/bash
# whole.sh: prints a sample when all of it is there. Sourced.
#
# A sample covers some time. A container that is stopped meanwhile would otherwise print half a JSON document, and readers of
# logs would lose the samples before it too.
# shellcheck disable=SC2034,SC2154 # lk_texts and others come from lib.sh; callers read lk_status

# lk_whole_sample runs the measured commands and prints their output after a timepoint. It stops at the first command that
# fails, and keeps its status in lk_failed. It prints nothing and fails when this container is stopped meanwhile.
lk_whole_sample() {
  local each=0 sample=''
  while [ "$lk_failed" = 0 ] && [ -f "$lk_texts.command-$each" ]; do
    lk_hold "$lk_texts.command-$each"
    [ -z "$lk_stopped" ] || return 1
    sample=$sample$lk_output lk_failed=$lk_status
    each=$((each + 1))
  done
  lk_timepoint
  printf '%s' "$sample"
}

# lk_hold FILE runs a snippet as lk_run does. It sets lk_output to what the snippet prints. Read looks for a signal once a second: one that
# comes just before it does not wake it, and the end of its second cuts the trap short. Then lk_wait passes the signal on.
lk_hold() {
  local out status=129
  lk_child=starting lk_output=''
  exec {out}< <(
    exec 2>&"$lk_aside"
    trap - EXIT TERM
    set +eu
    # shellcheck disable=SC1090
    . "$1"
  )
  lk_child=$!
  while [ "$status" -gt 128 ] && [ -z "$lk_stopped" ]; do
    status=0
    read -r -d '' -t 1 -u "$out" || status=$? # during $(...) no trap would run
    lk_output+=$REPLY
  done
  exec {out}<&-
  lk_wait
}
