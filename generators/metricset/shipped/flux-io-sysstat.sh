#!/bin/bash
# Latchkey v0.1, generators/metricset/scripts/flux-io-sysstat.sh
. "${LATCHKEY_FILES:=/metrics_operator}/lib.sh"
. "$LATCHKEY_FILES/watch.sh"
. "$LATCHKEY_FILES/flux-tasks.sh"
. "$LATCHKEY_FILES/whole.sh"
lk_ready() { :; }
lk_look() { :; }
lk_sample() {
  lk_whole_sample || return 1
  lk_samples=$((lk_samples + 1)); [ "$lk_failed" != 0 ] || return 0
  lk_error "what is measured ended with status $lk_failed"; return 1
}
lk_join
