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

# lk_hold FILE runs a text as lk_run does. It sets lk_output to what the text prints.
lk_hold() {
  local out
  lk_child=starting
  exec {out}< <(
    exec 2>&"$lk_aside"
    trap - EXIT TERM
    set +eu
    # shellcheck disable=SC1090
    . "$1"
  )
  lk_child=$!
  [ -z "$lk_stopped" ] || lk_pass_term # a SIGTERM came before the process number was known
  read -r -d '' -u "$out" || :         # during $(...) no trap would run
  lk_output=$REPLY
  exec {out}<&-
  lk_wait
}
