#!/bin/bash
# broker-timed.sh: puts timed.sh before the broker and before its program. Sourced by broker.sh on the lead, in sets with
# logging.timed.
# shellcheck disable=SC2034,SC2154 # names of other parts
if [ "${#lk_program[@]}" != 0 ]; then
  lk_start=(bash "$LATCHKEY_FILES/timed.sh" fluxstart "${lk_start[@]}")
  lk_prefix=(bash "$LATCHKEY_FILES/timed.sh" fluxsubmit "${lk_prefix[@]}")
fi
