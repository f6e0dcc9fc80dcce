#!/bin/bash
# broker-large.sh: starts the brokers of a large set as a tree. Sourced by broker.sh, in sets with LATCHKEY_FANOUT.
#
# Reads:
#   LATCHKEY_FANOUT         number of brokers below each broker of the tree; unset: all brokers are below the lead
#   LATCHKEY_PARENT_SECONDS how long a broker waits for the broker above it before flux tries by itself, default 600
# shellcheck disable=SC2034,SC2154 # names of other parts

# lk_same_cores replaces --local, for which flux looks at this host once for each host of the set: that takes 2 ms for each
# (flux-core 0.88). All pods of a set are the same, and what a worker writes does not count.
lk_same_cores() {
  local own='"core": "0"'
  [ "${lk_words[*]}" = --local ] || return 0
  ! lk_is_lead || own=$(flux R encode --hosts="$lk_host" --local)
  [[ $own =~ \"core\":\ *\"([0-9,-]+)\" ]] || return 0
  lk_words=(--cores="${BASH_REMATCH[1]}")
  [[ ! $own =~ \"gpu\":\ *\"([0-9,-]+)\" ]] || lk_words+=(--gpus="${BASH_REMATCH[1]}")
}

# lk_await_parent waits until the broker above this one listens. flux would ask DNS for its name about seven times a second
# (ZeroMQ's default ZMQ_RECONNECT_IVL), and a thousand brokers would do so at once. This asks ever more rarely, at random
# times. The dot at the end keeps the resolver from trying the name in its search domains.
lk_await_parent() {
  local pause=0 end=$((SECONDS + ${LATCHKEY_PARENT_SECONDS:-600})) parent
  parent=$lk_base-$(((JOB_COMPLETION_INDEX - 1) / LATCHKEY_FANOUT))${lk_domain:+$lk_domain.}
  while [ "$SECONDS" -lt "$end" ]; do
    lk_run timeout 5 bash -c ": <>'/dev/tcp/$parent/8050'" 2>/dev/null
    [ "$lk_status" != 0 ] || return 0
    lk_stop_if_terminated
    lk_run sleep "$pause.$((RANDOM % 10))"
    lk_stop_if_terminated
    pause=$((pause < 2 ? pause * 2 + 1 : 5))
  done
}
