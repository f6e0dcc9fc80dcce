#!/bin/bash
# Latchkey v0.1, generators/minicluster/scripts/broker-large.sh
lk_tree() { [ -z "${LATCHKEY_FANOUT:-}" ] || options+=("-Stbon.topo=kary:$LATCHKEY_FANOUT"); }
lk_same_cores() {
  local own='"core": "0"'; [ "${LATCHKEY_FANOUT:+${lk_words[*]}}" = --local ] || return 0
  ! lk_is_lead || own=$(flux R encode --hosts="$lk_host" --local)
  [[ $own =~ \"core\":\ *\"([0-9,-]+)\" ]] || return 0
  lk_words=(--cores="${BASH_REMATCH[1]}")
  [[ ! $own =~ \"gpu\":\ *\"([0-9,-]+)\" ]] || lk_words+=(--gpus="${BASH_REMATCH[1]}")
}
lk_await_parent() {
  local pause=0 end=$((SECONDS + ${LATCHKEY_PARENT_SECONDS:-600})) parent
  [ -n "${LATCHKEY_FANOUT:-}" ] || return 0
  parent=$lk_base-$(((JOB_COMPLETION_INDEX - 1) / LATCHKEY_FANOUT))${lk_domain:+$lk_domain.}
  while [ "$SECONDS" -lt "$end" ]; do
    lk_run timeout 5 bash -c ": <>'/dev/tcp/$parent/8050'" 2>/dev/null; [ "$lk_status" != 0 ] || return 0
    lk_stop_if_terminated; lk_run sleep "$pause.$((RANDOM % 10))"; lk_stop_if_terminated
    pause=$((pause < 2 ? pause * 2 + 1 : 5))
  done
}
