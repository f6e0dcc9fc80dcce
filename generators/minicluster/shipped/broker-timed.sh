#!/bin/bash
# Latchkey v0.1, generators/minicluster/scripts/broker-timed.sh
lk_time() {
  [ "${LATCHKEY_TIMED:-}" = true ] && [ "${#lk_program[@]}" != 0 ] || return 0
  lk_start=(bash "$LATCHKEY_FILES/timed.sh" fluxstart "${lk_start[@]}")
  lk_timed=(bash "$LATCHKEY_FILES/timed.sh" fluxsubmit)
}
