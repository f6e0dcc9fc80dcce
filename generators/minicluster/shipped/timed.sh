#!/bin/bash
# Latchkey v0.1, generators/minicluster/scripts/timed.sh
. "${LATCHKEY_FILES:=/flux_operator}/lib.sh"
lk_now() { printf '%s' "${EPOCHREALTIME:-$SECONDS.000000}"; }
lk_elapsed() {
  local start=${1/[.,]/} end=${2/[.,]/} hundredths; hundredths=$(((10#$end - 10#$start) / 10000))
  if [ "$hundredths" -ge 360000 ]; then
    printf '%d:%02d:%02d' $((hundredths / 360000)) $((hundredths / 6000 % 60)) $((hundredths / 100 % 60))
  else
    printf '%d:%02d.%02d' $((hundredths / 6000)) $((hundredths / 100 % 60)) $((hundredths % 100))
  fi
}
lk_label=$1; shift; trap lk_on_term TERM; lk_start=$(lk_now); lk_run "$@"
printf 'FLUXTIME %s wall time %s\n' "$lk_label" "$(lk_elapsed "$lk_start" "$(lk_now)")" >&2; exit "$lk_status"
