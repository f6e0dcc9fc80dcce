#!/bin/bash
# repeat.sh PROGRAM...: runs a program several times, one after the other. Each time is a run of a study. It prints marks
# around the output of each run, and after it what Flux knows about the job, by which "latchkey report" tells runs apart:
#   FLUX-RUN START run-1
#   FLUX-RUN END run-1
#   FLUX-JOB START ID run-1, and likewise the parts of flux job info
# The marks are those of converged-computing/google-performance-study on GitHub.
#
# A run that fails keeps no other from running. The status is that of the first run that failed. No run begins after SIGTERM
# or SIGHUP, with which a broker that ends stops its program.
#
# Reads, besides what lib.sh reads:
#   LATCHKEY_REPEAT  how often the program runs
# Sets for the program: LATCHKEY_RUN, a file. The name of the file is that of the run. attach.sh writes the id of the job into
# it.
# shellcheck source=lib.sh
. "${LATCHKEY_FILES:=/flux_operator}/lib.sh"

# lk_describe ID prints what Flux knows about the job of a run.
lk_describe() {
  local part
  printf 'FLUX-JOB START %s %s\n' "$1" "$lk_name"
  for part in jobspec:JOBSPEC R:RESOURCES guest.exec.eventlog:EVENTLOG; do
    printf 'FLUX-JOB-%s START\n' "${part#*:}"
    flux job info "$1" "${part%:*}" || :
    printf 'FLUX-JOB-%s END\n' "${part#*:}"
  done
  printf 'FLUX-JOB END\n'
}

lk_first=0
trap lk_on_term TERM HUP
for ((lk_number = 1; lk_number <= LATCHKEY_REPEAT; lk_number++)); do
  lk_name=run-$lk_number
  export LATCHKEY_RUN=$lk_config/run/flux/$lk_name
  rm -f "$LATCHKEY_RUN"
  printf 'FLUX-RUN START %s\n' "$lk_name"
  lk_run "$@"
  printf 'FLUX-RUN END %s\n' "$lk_name"
  [ ! -s "$LATCHKEY_RUN" ] || lk_describe "$(<"$LATCHKEY_RUN")"
  [ "$lk_first" != 0 ] || lk_first=$lk_status
  [ -z "$lk_terminated" ] || exit 143
done
exit "$lk_first"
