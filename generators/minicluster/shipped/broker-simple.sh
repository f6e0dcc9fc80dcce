#!/bin/bash
# Latchkey v0.1, generators/minicluster/scripts/broker-simple.sh
if [ "${LATCHKEY_SIMPLE_SCHEDULER:-}" = true ]; then
  lk_scheduler() { printf '[modules]\nalternatives.sched = "sched-simple"\n'; }
fi
