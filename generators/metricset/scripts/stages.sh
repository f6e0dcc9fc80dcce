#!/bin/bash
# stages.sh: runs and ends what measures by itself. Sourced after lib.sh.
#
# Reads (a boolean is the word true, or unset):
#   LATCHKEY_INTERACTIVE  boolean: stay after the end, until stopped
#   LATCHKEY_LINGER       seconds to wait after a failure, so that a pod that Kubernetes takes away fails first; default 0
#   LATCHKEY_STAY         boolean: stay after the end, and after a failure, until stopped: Kubernetes starts a sidecar again
# shellcheck disable=SC2154 # names of other parts
# shellcheck source=run.sh
. "$LATCHKEY_FILES/run.sh"

lk_fail() {
  lk_error "$@"
  exit 1
}

# lk_measure FILE runs a measured command. It keeps the first status that is not 0.
lk_measure() {
  lk_run "$1" "$lk_aside"
  [ "$lk_failed" != 0 ] || lk_failed=$lk_status
  [ -z "$lk_stopped" ] || exit 143
}

# lk_finish is the last stage of a measuring script. The container ends with the status of the measured commands.
lk_finish() {
  lk_collection_end
  # shellcheck source=post.sh
  [ ! -f "$lk_texts.post-0" ] || . "$LATCHKEY_FILES/post.sh"
  lk_end
}

# lk_end waits in interactive mode until the container is stopped, and then ends it.
lk_end() {
  while [ "${LATCHKEY_INTERACTIVE:-}" = true ] && [ -z "$lk_stopped" ]; do lk_sleep 3600; done
  [ "$lk_failed" = 0 ] || lk_error "what is measured ended with status $lk_failed"
  if [ "$lk_failed" != 0 ] && [ -z "$lk_stopped" ]; then lk_sleep "${LATCHKEY_LINGER:-0}"; fi
  exit "$lk_failed"
}

lk_on_term() {
  lk_stopped=true
  [ -n "$lk_child$lk_spared" ] || exit 143
  lk_pass_term
}

# shellcheck disable=SC2317 # called by the trap
lk_on_exit() {
  local status=$?
  trap - EXIT
  lk_collection_end
  while [ "${LATCHKEY_STAY:-}" = true ] && [ -z "$lk_stopped" ]; do lk_sleep 3600; done
  # what stays is always stopped in the end
  if [ "${LATCHKEY_STAY:-}" = true ] && [ "$status" = 143 ]; then status=$lk_failed; fi
  exit "$status"
}

lk_traps
