#!/bin/bash
# broker-linger.sh: lets the pod of a lost worker fail first. Sourced by broker.sh, in sets that start again when Kubernetes
# takes a pod away.
#
# Reads:
#   LATCHKEY_LINGER  seconds that a lead that failed waits, because the pod that is taken away must fail first
# shellcheck disable=SC2034,SC2154 # names of other parts

# lk_linger gives the pod of a lost worker time to fail first. Its failure starts the set again, and the lead's failure does
# not.
lk_linger() {
  local status=$lk_status
  if [ -z "${LATCHKEY_LINGER:-}" ] || [ "$status" = 0 ] || [ -n "$lk_terminated" ]; then return 0; fi
  lk_run sleep "$LATCHKEY_LINGER"
  lk_status=$status
}
