#!/bin/bash
# broker-linger.sh: gives the pod of a lost worker time to fail first. Sourced by broker.sh when the lead's broker has ended,
# in sets that start again when Kubernetes takes a pod away. The worker's failure starts the set again, and the lead's
# failure does not.
#
# Reads:
#   LATCHKEY_LINGER  seconds that a lead that failed waits
# shellcheck disable=SC2034,SC2154 # names of other parts
if [ "$lk_status" != 0 ] && [ -z "$lk_terminated" ]; then
  lk_ended=$lk_status
  lk_run sleep "$LATCHKEY_LINGER"
  lk_status=$lk_ended
  if [ "$lk_status" = 75 ]; then # of broker-worker.sh: it would start the set again
    lk_say "the status 75 of the command becomes 1"
    lk_status=1
  fi
fi
