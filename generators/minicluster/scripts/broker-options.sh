#!/bin/bash
# broker-options.sh: looks at the user's own options of flux submit. Sourced by broker-submit.sh, in sets that have some. It
# changes lk_program where the options ask for it.
#
# Reads:
#   LATCHKEY_STREAM  boolean: output comes by pipes, see attach.sh
# shellcheck disable=SC2034,SC2154 # names of other parts

# lk_submits_one WORD... succeeds when a command prints the id of one job and nothing else, as attach.sh needs it.
lk_submits_one() {
  local word
  for word; do
    case $word in --quiet | --watch | --wait* | --progress | --jps | --cc* | --bcc* | --log* | --dry-run) return 1 ;; esac
  done
}

lk_options=() # those that the command begins with, and the other words of the command
if [[ ${lk_words[0]} = -* ]]; then lk_options=("${lk_words[@]}"); fi
# Pipes need a task on this pod, and the options may ask for another pod.
if [[ ${#lk_options[@]} != 0 || ${lk_submit[*]:0:2} != 'flux submit' ]]; then unset LATCHKEY_STREAM; fi
if ! lk_submits_one "${lk_submit[@]}" "${lk_options[@]}"; then
  lk_program=("${lk_submit[@]}" --quiet --watch "${lk_words[@]}")
fi
