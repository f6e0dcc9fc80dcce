#!/bin/bash
# Latchkey v0.1, generators/minicluster/scripts/broker-hold.sh
lk_running=$LATCHKEY_MOUNT/latchkey-running
lk_hold() {
  [ "${LATCHKEY_HOLD:-}" = true ] || return 0
  rm -f "$lk_running" "$lk_running.new"
  (umask 0 && mkfifo "$lk_running.new") || lk_fail "cannot make a pipe in $LATCHKEY_MOUNT"
  exec {lk_held}<>"$lk_running.new"; mv -f "$lk_running.new" "$lk_running"
}
