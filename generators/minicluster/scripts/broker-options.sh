#!/bin/bash
# broker-options.sh: looks at the user's own options of flux submit. Sourced by broker.sh, in sets that have some.
#
# Reads:
#   LATCHKEY_STREAM  boolean: output comes by pipes, see attach.sh
# shellcheck disable=SC2034,SC2154 # names of other parts

# lk_submit_options changes the program that lk_submit_program has made, where the user's options ask for it.
lk_submit_options() {
  local options=()
  [[ ${lk_words[0]} != -* ]] || options=("${lk_words[@]}")
  [[ ${lk_words[0]} != -* && ${lk_submit[*]:0:2} = 'flux submit' ]] || unset LATCHKEY_STREAM
  lk_submits_one "${lk_submit[@]}" "${options[@]}" || lk_program=("${lk_submit[@]}" --quiet --watch "${lk_words[@]}")
}

# lk_submits_one WORD... succeeds when a command prints the id of one job and nothing else, as attach.sh needs it.
lk_submits_one() {
  local word
  for word; do
    case $word in --quiet | --watch | --wait* | --progress | --jps | --cc* | --bcc* | --log* | --dry-run) return 1 ;; esac
  done
}
