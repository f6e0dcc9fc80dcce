#!/bin/bash
# broker-limits.sh: sets lk_words, the options of flux R encode, to the cores and GPUs that a broker has when the container
# has limits. Sourced by broker-config.sh, in sets with limits. flux R encode does not take --gpus with --local.
#
# Reads:
#   LATCHKEY_CORES  whole cores of each pod's limit; unset: the cores that this pod sees
#   LATCHKEY_GPUS   GPUs of each pod's limit; unset: the GPUs that this pod sees
# shellcheck disable=SC2034 # names of other parts

# lk_first N prints the idset of the first N numbers. For one number flux needs 0, not 0-0.
lk_first() { if [ "$1" = 1 ]; then printf 0; else printf '0-%d' "$(($1 - 1))"; fi; }

lk_words=(--cores="$(lk_first "${LATCHKEY_CORES:-$(flux R encode --local | flux R decode --count=core)}")")
if [ "${LATCHKEY_GPUS:-0}" -gt 0 ]; then lk_words+=(--gpus="$(lk_first "$LATCHKEY_GPUS")"); fi
