#!/bin/bash
# Latchkey v0.1, generators/minicluster/scripts/broker-linger.sh
lk_linger() {
  local status=$lk_status
  if [ -z "${LATCHKEY_LINGER:-}" ] || [ "$status" = 0 ] || [ -n "$lk_terminated" ]; then return 0; fi
  lk_run sleep "$LATCHKEY_LINGER"; lk_status=$status
}
