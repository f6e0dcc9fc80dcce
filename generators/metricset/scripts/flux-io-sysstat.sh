#!/bin/bash
# flux-io-sysstat.sh: runs each measured command again and again, at even intervals, while Flux runs something in this pod.
#
# Reads what lib.sh, processes.sh and flux-tasks.sh read.
# shellcheck source=lib.sh
. "${LATCHKEY_FILES:=/metrics_operator}/lib.sh"
# shellcheck source=processes.sh
. "$LATCHKEY_FILES/processes.sh"
# shellcheck source=flux-tasks.sh
. "$LATCHKEY_FILES/flux-tasks.sh"
# shellcheck source=whole.sh
. "$LATCHKEY_FILES/whole.sh"

lk_ready() { :; }
lk_look() { :; }

# lk_sample fails for good when a command fails, because a later sample would fail too.
lk_sample() {
  lk_whole_sample || return 1
  lk_samples=$((lk_samples + 1))
  [ "$lk_failed" != 0 ] || return 0
  lk_error "what is measured ended with status $lk_failed"
  return 1
}

lk_join
