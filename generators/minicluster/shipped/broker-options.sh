#!/bin/bash
# Latchkey v0.1, generators/minicluster/scripts/broker-options.sh
lk_submit_options() {
  local options=(); [[ ${lk_words[0]} != -* ]] || options=("${lk_words[@]}")
  [[ ${lk_words[0]} != -* && ${lk_submit[*]:0:2} = 'flux submit' ]] || unset LATCHKEY_STREAM
  lk_submits_one "${lk_submit[@]}" "${options[@]}" || lk_program=("${lk_submit[@]}" --quiet --watch "${lk_words[@]}")
}
lk_submits_one() {
  local word
  for word; do
    case $word in --quiet | --watch | --wait* | --progress | --jps | --cc* | --bcc* | --log* | --dry-run) return 1 ;; esac
  done
}
