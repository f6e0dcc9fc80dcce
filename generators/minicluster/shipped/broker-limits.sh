#!/bin/bash
# Latchkey v0.1, generators/minicluster/scripts/broker-limits.sh
lk_limits() {
  local cores=${LATCHKEY_CORES:-}
  # ships for: LATCHKEY_GPUS <
  if [ -z "$cores" ] && [ -n "${LATCHKEY_GPUS:-}" ]; then cores=$(flux R encode --local | flux R decode --count=core); fi
  # end
  if [ -n "$cores" ]; then lk_words=(--cores="$(lk_first "$cores")"); fi
  # ships for: LATCHKEY_GPUS
  if [ "${LATCHKEY_GPUS:-0}" -gt 0 ]; then lk_words+=(--gpus="$(lk_first "$LATCHKEY_GPUS")"); fi
  # end
}
lk_first() { printf 0; [ "$1" = 1 ] || printf -- '-%d' "$(($1 - 1))"; }
