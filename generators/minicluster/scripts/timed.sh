#!/bin/bash
# timed.sh LABEL PROGRAM...: runs a program and reports its wall time on standard error, in the words of logging.timed:
#   FLUXTIME fluxsubmit wall time 0:02.31
# The time has the form of "%E" of GNU time, [hours:]minutes:seconds, but the image does not need GNU time.
#
# Reads what lib.sh reads. Exits with the program's status, and passes SIGTERM on to it.
# shellcheck source=lib.sh
. "${LATCHKEY_FILES:=/flux_operator}/lib.sh"

lk_now() { printf '%s' "${EPOCHREALTIME:-$SECONDS.000000}"; } # bash before version 5 has whole seconds only

# lk_elapsed START END prints the time between two values of lk_now, with two decimals.
lk_elapsed() {
  local start=${1/[.,]/} end=${2/[.,]/} hundredths
  hundredths=$(((10#$end - 10#$start) / 10000))
  if [ "$hundredths" -ge 360000 ]; then
    printf '%d:%02d:%02d' $((hundredths / 360000)) $((hundredths / 6000 % 60)) $((hundredths / 100 % 60))
  else
    printf '%d:%02d.%02d' $((hundredths / 6000)) $((hundredths / 100 % 60)) $((hundredths % 100))
  fi
}

lk_label=$1
shift
trap lk_on_term TERM
lk_start=$(lk_now)
lk_run "$@"
printf 'FLUXTIME %s wall time %s\n' "$lk_label" "$(lk_elapsed "$lk_start" "$(lk_now)")" >&2
exit "$lk_status"
