#!/bin/bash
# broker-limits.sh: the cores and GPUs that a broker has when the container has limits. Sourced by broker.sh.
#
# Reads:
#   LATCHKEY_CORES  whole cores of each pod's limit; unset: the cores that this pod sees
#   LATCHKEY_GPUS   GPUs of each pod's limit; unset: the GPUs that this pod sees
# shellcheck disable=SC2034,SC2154 # names of other parts

# lk_limits sets lk_words to the options of flux R encode. It does not take --gpus with --local.
lk_limits() {
  local cores=${LATCHKEY_CORES:-}
  # ships for: LATCHKEY_GPUS
  if [ -z "$cores" ] && [ -n "${LATCHKEY_GPUS:-}" ]; then cores=$(flux R encode --local | flux R decode --count=core); fi
  if [ -n "$cores" ]; then lk_words=(--cores="$(lk_first "$cores")"); fi
  # ships for: LATCHKEY_GPUS
  if [ "${LATCHKEY_GPUS:-0}" -gt 0 ]; then lk_words+=(--gpus="$(lk_first "$LATCHKEY_GPUS")"); fi
}

# lk_first N prints the idset of the first N numbers. For one number flux needs 0, not 0-0.
lk_first() {
  printf 0
  [ "$1" = 1 ] || printf -- '-%d' "$(($1 - 1))"
}
