#!/bin/bash
# Latchkey v0.1, generators/minicluster/scripts/broker-limits.sh
lk_limits() {
  # ships for: LATCHKEY_CORES
  if [ -n "${LATCHKEY_CORES:-}" ]; then lk_words=(--cores="$(lk_first "$LATCHKEY_CORES")"); fi
  # end
  # ships for: LATCHKEY_GPUS >
  lk_limit_gpus
  # end <
}
lk_limit_gpus() {
  [ -n "${LATCHKEY_GPUS:-}" ] || return 0
  # ships for: not LATCHKEY_CORES >
  [ -n "${LATCHKEY_CORES:-}" ] || lk_words=(--cores="$(lk_first "$(flux R encode --local | flux R decode --count=core)")")
  # end
  if [ "$LATCHKEY_GPUS" -gt 0 ]; then lk_words+=(--gpus="$(lk_first "$LATCHKEY_GPUS")"); fi
}
lk_first() { printf 0; [ "$1" = 1 ] || printf -- '-%d' "$(($1 - 1))"; }
