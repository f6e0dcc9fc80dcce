#!/bin/bash
# broker-simple.sh: configures the simple scheduler instead of Fluxion. Sourced by broker.sh after broker-config.sh.
#
# Reads:
#   LATCHKEY_SIMPLE_SCHEDULER  boolean: use the simple scheduler
# shellcheck disable=SC2034,SC2154 # names of other parts
if [ "${LATCHKEY_SIMPLE_SCHEDULER:-}" = true ]; then
  lk_scheduler() { printf '[modules]\nalternatives.sched = "sched-simple"\n'; }
fi
