#!/bin/bash
# broker-limits.sh: the cores and GPUs that a broker has when the container has limits. Sourced by broker.sh.
#
# Reads:
#   LATCHKEY_CORES  whole cores of each pod's limit; unset: the cores that this pod sees
#   LATCHKEY_GPUS   GPUs of each pod's limit; unset: the GPUs that this pod sees
# shellcheck disable=SC2034,SC2154 # names of other parts

# lk_limits sets lk_words to the options of flux R encode. It does not take --gpus with --local.
lk_limits() {
  # ships for: LATCHKEY_CORES
  if [ -n "${LATCHKEY_CORES:-}" ]; then lk_words=(--cores="$(lk_first "$LATCHKEY_CORES")"); fi
  # ships for: LATCHKEY_GPUS
  lk_limit_gpus
}

lk_limit_gpus() {
  [ -n "${LATCHKEY_GPUS:-}" ] || return 0
  # ships for: not LATCHKEY_CORES
  [ -n "${LATCHKEY_CORES:-}" ] || lk_words=(--cores="$(lk_first "$(flux R encode --local | flux R decode --count=core)")")
  if [ "$LATCHKEY_GPUS" -gt 0 ]; then lk_words+=(--gpus="$(lk_first "$LATCHKEY_GPUS")"); fi
}

# lk_first N prints the idset of the first N numbers. For one number flux needs 0, not 0-0.
lk_first() {
  printf 0
  [ "$1" = 1 ] || printf -- '-%d' "$(($1 - 1))"
}
