#!/bin/bash
# batch.sh: the batch script of a set in batch mode. Each line of the user's command becomes a job of its own.
#
# All lines are submitted first. Then the output of each job goes to job-<line>.out and job-<line>.err in LATCHKEY_LOGS
# (lines count from 0, blank lines too) and is shown. The status is the largest status of all jobs.
# Tasks of a job may end at any time, and a task that fails ends its job, as in broker-submit.sh.
# A line that begins with "-" gives options of flux submit before its command. Lines that begin with "#" are skipped.
# Output travels through flux's own store, because nobody can read the files of another pod afterwards.
#
# Reads, besides what lib.sh reads:
#   LATCHKEY_LOGS  folder for the output, default /tmp/fluxout
# Files: LATCHKEY_CONTAINER.batch in LATCHKEY_FILES
# shellcheck source=lib.sh
. "${LATCHKEY_FILES:=/flux_operator}/lib.sh"
# shellcheck source=broker-command.sh
. "$LATCHKEY_FILES/broker-command.sh"

exec 2>&1 # flux carries the two streams separately, so messages would be out of order
lk_logs=${LATCHKEY_LOGS:-/tmp/fluxout} lk_ids=() lk_failed=() lk_largest=0

# lk_submit_line NUMBER LINE submits one line and keeps the id of its job.
lk_submit_line() {
  local id
  lk_job_words "$2"
  if id=$(flux submit --flags=waitable -oexit-timeout=none -oexit-on-error "${lk_words[@]}" 2>"$lk_logs/job-$1.err"); then
    lk_ids[$1]=$id
  else
    lk_failure "$1" "$?"
    lk_show "$lk_logs/job-$1.err"
  fi
}

lk_failure() {
  lk_failed[$1]=$2
  if [ "$2" -gt "$lk_largest" ]; then lk_largest=$2; fi
}

# lk_show FILE prints a file, with builtins only.
lk_show() {
  local line
  while IFS= read -r line || [ -n "$line" ]; do printf '%s\n' "$line"; done <"$1"
}

# lk_collect NUMBER waits for the job of a line and shows its output.
lk_collect() {
  local base=$lk_logs/job-$1 status=0
  flux job attach "${lk_ids[$1]}" >"$base.out" 2>"$base.err" || status=$?
  lk_say "line $1 ended with status $status; its output, kept in $base.out and $base.err:"
  lk_show "$base.out"
  lk_show "$base.err"
  [ "$status" = 0 ] || lk_failure "$1" "$status"
}

lk_batch() {
  local line number=0
  mkdir -p "$lk_logs"
  while IFS= read -r line <&3 || [ -n "$line" ]; do
    line=${line#"${line%%[![:space:]]*}"}
    case $line in '' | '#'*) ;; *) lk_submit_line "$number" "$line" ;; esac
    number=$((number + 1))
  done 3<"$LATCHKEY_FILES/$LATCHKEY_CONTAINER.batch"
  for number in "${!lk_ids[@]}"; do lk_collect "$number"; done
  [ "${LATCHKEY_QUIET:-}" = true ] || flux jobs -a || :
  [ "$lk_largest" = 0 ] || lk_error "${#lk_failed[@]} of the batch's lines failed: ${!lk_failed[*]}"
  exit "$lk_largest"
}

lk_batch
