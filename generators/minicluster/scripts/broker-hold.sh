#!/bin/bash
# broker-hold.sh: lets sidecars that are ordinary containers learn when the runner has ended. Sourced by broker.sh at its
# start. It makes a pipe that stays open while this container lives. Sidecars read from this pipe.
#
# Reads:
#   LATCHKEY_HOLD  boolean: there are such sidecars
# shellcheck disable=SC2034,SC2154 # names of other parts
lk_running=$LATCHKEY_MOUNT/latchkey-running
rm -f "$lk_running" "$lk_running.new"
(umask 0 && mkfifo "$lk_running.new") || lk_fail "cannot make a pipe in $LATCHKEY_MOUNT"
exec {lk_held}<>"$lk_running.new"
mv -f "$lk_running.new" "$lk_running"
