#!/bin/bash
# Latchkey v0.1, generators/metricset/scripts/whole.sh
lk_whole_sample() {
  local each=0 sample=''
  while [ "$lk_failed" = 0 ] && [ -f "$lk_texts.command-$each" ]; do
    lk_hold "$lk_texts.command-$each"; [ -z "$lk_stopped" ] || return 1
    sample=$sample$lk_output lk_failed=$lk_status; each=$((each + 1))
  done
  lk_timepoint; printf '%s' "$sample"
}
lk_hold() {
  local out
  exec {out}< <(
    exec 2>&"$lk_aside"
    trap - EXIT TERM
    set +eu
    . "$1"
  )
  lk_child=$!; read -r -d '' -u "$out" || :
  lk_output=$REPLY; exec {out}<&-; lk_wait
}
