#!/bin/bash
# flux-io-sysstat.sh: runs each measured command again and again, at even intervals, while Flux runs something in this pod.
#
# Reads what lib.sh, watch.sh and flux-tasks.sh read.
: "${LATCHKEY_FILES:=/metrics_operator}"
# shellcheck source=lib.sh
. "$LATCHKEY_FILES/lib.sh"
# shellcheck source=watch.sh
. "$LATCHKEY_FILES/watch.sh"
# shellcheck source=flux-tasks.sh
. "$LATCHKEY_FILES/flux-tasks.sh"

lk_ready() { :; }
lk_look() { :; }

# lk_sample runs the commands. It fails for good when one fails, because a later sample would fail too.
lk_sample() {
  local each=0
  lk_samples=$((lk_samples + 1))
  lk_timepoint
  while [ -f "$lk_texts.command-$each" ]; do
    lk_run "$lk_texts.command-$each"
    [ -z "$lk_stopped" ] || return 1
    if [ "$lk_status" != 0 ]; then
      lk_failed=$lk_status
      lk_error "what is measured ended with status $lk_status"
      return 1
    fi
    each=$((each + 1))
  done
}

lk_join
