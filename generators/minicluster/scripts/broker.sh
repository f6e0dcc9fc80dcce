#!/bin/bash
# broker.sh: runs the Flux broker of this pod, and on the lead the user's application.
#
# The container ends with the status of the lead's instance, which is the application's status. Order: init, pre, then
# brokerPre on the lead or workerPre on a worker, the command, and post. post runs even after a failure. init and pre run
# in this shell, so their exports stay. The others run in subshells.
# It needs these programs: cat, mkdir, mkfifo, mv, rm, ln, sleep, stat and timeout (coreutils), and flux.
#
# lib-*.sh and broker-*.sh are its parts. A set has the parts that it uses, and lk_if calls functions of the others.
#
# Reads, besides what the parts read (a boolean is the word true, or unset):
#   LATCHKEY_MODE             submit (default), launcher, batch or interactive
#   LATCHKEY_BROKER_OPTIONS   quoted words: further options of flux broker, for example -Stbon.topo=kary:2
#   LATCHKEY_WRAP             programs to run the broker under, separated by commas
#   LATCHKEY_LOG_LEVEL        log level of the broker, 0 to 7, default 6
#   LATCHKEY_LOGS             folder for output, default /tmp/fluxout
#   LATCHKEY_PREFIX           quoted words to put before the program
#   LATCHKEY_GOODBYE_SECONDS  how long a worker's broker may take to end after SIGTERM, default 20
# Sets for the application: FLUX_OUTPUT_DIR (LATCHKEY_LOGS) and STATE_DIR (the broker's statedir).
#
# The functions of all files begin with lk_, see lib.sh.
# shellcheck disable=SC2034,SC2154 # names of other parts
: "${LATCHKEY_FILES:=/flux_operator}"
# shellcheck disable=SC1090 # shellcheck reads each part by itself
for lk_each in "$LATCHKEY_FILES"/{lib,lib-*,broker-*}.sh; do
  [ ! -f "$lk_each" ] || . "$lk_each"
done

# lk_finish always runs at the end: after an error, a signal or an exit in a hook. It keeps the status.
lk_finish() {
  local status=$?
  lk_ending=true
  trap - EXIT
  lk_if lk_own_options
  lk_if lk_end_deadline
  lk_if lk_told "$status"
  lk_if lk_subshell post
  : >"$lk_complete" || lk_error "cannot write $lk_complete"
  lk_say "ends with status $status"
  exit "$status"
}

lk_is_lead() { [ "$JOB_COMPLETION_INDEX" = 0 ]; }

# lk_configure writes all files and sets lk_start to the command that starts a broker.
# Each option reaches the broker through an -o of flux start of its own, because every version of flux accepts this form.
lk_configure() {
  local level=${LATCHKEY_LOG_LEVEL:-6} options
  [ -n "${JOB_COMPLETION_INDEX:-}" ] || lk_fail "JOB_COMPLETION_INDEX is not set: does this pod belong to an indexed Job?"
  lk_names
  lk_folders
  lk_key
  lk_broker_toml
  lk_affinity
  lk_connection_files
  options=("--config-path=$lk_config/etc/flux/config" "-Scron.directory=$lk_config/etc/flux/system/cron.d"
    "-Srundir=$lk_config/run/flux" "-Sstatedir=$lk_config/var/lib/flux")
  [ "${LATCHKEY_SOCKET:-true}" != true ] || options+=("-Slocal-uri=local://$(lk_socket)")
  [ "${LATCHKEY_QUIET:-}" != true ] || level=0 options+=(-Slog-critical-level=0)
  lk_if lk_tree
  eval "options+=(-Slog-stderr-level=\$level -Slog-stderr-mode=local ${LATCHKEY_BROKER_OPTIONS:-})"
  lk_start=(flux start ${LATCHKEY_WRAP:+"--wrap=$LATCHKEY_WRAP"} "${options[@]/#/-o}")
  export STATE_DIR=$lk_config/var/lib/flux FLUX_OUTPUT_DIR=${LATCHKEY_LOGS:-/tmp/fluxout}
  mkdir -p "$FLUX_OUTPUT_DIR" || lk_error "cannot make $FLUX_OUTPUT_DIR"
}

# lk_lead runs the lead's broker with the initial program of the instance. Without one the instance runs until it is stopped.
lk_lead() {
  lk_if lk_subshell brokerPre
  lk_stop_if_terminated
  lk_if lk_archive_options
  lk_program=()
  "lk_${LATCHKEY_MODE:-submit}_program"
  lk_if lk_time
  lk_program=("${lk_timed[@]}" "${lk_prefix[@]}" "${lk_program[@]}")
  lk_say "starting the lead broker on $lk_host (${LATCHKEY_MODE:-submit})"
  lk_run "${lk_start[@]}" "${lk_program[@]}"
  lk_if lk_keep_archive
  lk_count_term
  lk_if lk_count_deadline
  lk_if lk_linger
  exit "$lk_status"
}

lk_stop_if_terminated() { [ -z "$lk_terminated" ] || exit 143; }

# lk_count_term makes the status of a broker that got SIGTERM a failure. flux ends with 0 when its work has not begun, and an
# evicted pod would then count as succeeded.
lk_count_term() {
  [ -n "$lk_terminated" ] || return 0
  case $lk_status in 0 | 137) lk_status=143 ;; esac
}

# lk_pass_term passes SIGTERM on. A worker's broker without a lead ends its work, but then waits forever for the lead to say
# goodbye (flux-core 0.88), so it is killed after a while. A lead at its deadline is killed in the same way.
lk_pass_term() {
  kill -TERM "$lk_child" 2>/dev/null || :
  if [ -n "$lk_killer" ] || { lk_is_lead && [ -z "$lk_late" ]; }; then return 0; fi
  lk_kill_late "$lk_child" "${lk_late:-${LATCHKEY_GOODBYE_SECONDS:-20}}" &
  lk_killer=$!
}

# lk_kill_late PID SECONDS kills a process if it still lives then.
lk_kill_late() {
  local left=$2
  trap - EXIT TERM USR1 USR2
  while kill -0 "$1" 2>/dev/null; do
    [ "$left" != 0 ] || kill -KILL "$1"
    left=$((left - 1))
    sleep 1
  done
}

lk_killer='' lk_late='' lk_timed=()
lk_traps
eval "lk_prefix=(${LATCHKEY_PREFIX:-})"
lk_if lk_hold
lk_if lk_begin_deadline
lk_home
lk_if lk_source init
lk_paths
lk_configure
if command -v flux >/dev/null; then lk_resources; fi
lk_if lk_source pre
command -v flux >/dev/null || lk_fail "there is no flux in PATH: $PATH"
lk_resources
if lk_is_lead; then lk_lead; else lk_worker; fi
