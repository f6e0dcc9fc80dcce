#!/bin/bash
# broker-timed.sh: reports wall times. Sourced by broker.sh, in sets with logging.timed.
#
# Reads:
#   LATCHKEY_TIMED  boolean: report them
# shellcheck disable=SC2034,SC2154 # names of other parts

# lk_time puts timed.sh before the broker and before its program.
lk_time() {
  [ "${LATCHKEY_TIMED:-}" = true ] && [ "${#lk_program[@]}" != 0 ] || return 0
  lk_start=(bash "$LATCHKEY_FILES/timed.sh" fluxstart "${lk_start[@]}")
  lk_timed=(bash "$LATCHKEY_FILES/timed.sh" fluxsubmit)
}
