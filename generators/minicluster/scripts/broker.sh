#!/bin/bash
# broker.sh: runs the Flux broker of this pod, and on the lead the user's application.
#
# The container ends with the status of the lead's instance, which is the application's status. Order: init, pre, then
# brokerPre on the lead or workerPre on a worker, the command, and post. post runs even after a failure. init and pre run
# in this shell, so their exports stay. The others run in subshells.
# It needs these programs: cat, mkdir, mkfifo, mv, rm, ln, sleep, stat and timeout (coreutils), and flux.
#
# lib-*.sh and broker-*.sh are its parts. A set has the parts that it uses.
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
# shellcheck source=lib.sh
. "${LATCHKEY_FILES:=/flux_operator}/lib.sh"
# ships for: .init or .pre or .post or .brokerPre or .workerPre
# shellcheck source=lib-hooks.sh
. "$LATCHKEY_FILES/lib-hooks.sh"
# ships for: .script
# shellcheck source=lib-shebang.sh
. "$LATCHKEY_FILES/lib-shebang.sh"
# ships for: LATCHKEY_INSTALL_ROOT
# shellcheck source=lib-root.sh
. "$LATCHKEY_FILES/lib-root.sh"
# ships for: not LATCHKEY_VIEW=false
# shellcheck source=lib-view.sh
. "$LATCHKEY_FILES/lib-view.sh"
# shellcheck source=broker-config.sh
. "$LATCHKEY_FILES/broker-config.sh"
# ships for: not LATCHKEY_MODE=interactive
# shellcheck source=broker-command.sh
. "$LATCHKEY_FILES/broker-command.sh"
# ships for: LATCHKEY_MODE=interactive
# shellcheck source=broker-interactive.sh
. "$LATCHKEY_FILES/broker-interactive.sh"
# ships for: LATCHKEY_MODE=launcher
# shellcheck source=broker-launcher.sh
. "$LATCHKEY_FILES/broker-launcher.sh"
# ships for: LATCHKEY_MODE=batch
# shellcheck source=broker-batch.sh
. "$LATCHKEY_FILES/broker-batch.sh"
# ships for: options
# shellcheck source=broker-options.sh
. "$LATCHKEY_FILES/broker-options.sh"
# ships for: .script
# shellcheck source=broker-script.sh
. "$LATCHKEY_FILES/broker-script.sh"
# ships for: LATCHKEY_SIMPLE_SCHEDULER
# shellcheck source=broker-simple.sh
. "$LATCHKEY_FILES/broker-simple.sh"
# ships for: many hosts
# shellcheck source=broker-worker.sh
. "$LATCHKEY_FILES/broker-worker.sh"
# ships for: LATCHKEY_FANOUT
# shellcheck source=broker-large.sh
. "$LATCHKEY_FILES/broker-large.sh"
# ships for: LATCHKEY_CORES or LATCHKEY_GPUS
# shellcheck source=broker-limits.sh
. "$LATCHKEY_FILES/broker-limits.sh"
# ships for: LATCHKEY_TIMED
# shellcheck source=broker-timed.sh
. "$LATCHKEY_FILES/broker-timed.sh"
# ships for: LATCHKEY_ARCHIVE
# shellcheck source=broker-archive.sh
. "$LATCHKEY_FILES/broker-archive.sh"
# ships for: LATCHKEY_DEADLINE
# shellcheck source=broker-deadline.sh
. "$LATCHKEY_FILES/broker-deadline.sh"
# ships for: LATCHKEY_HOLD
# shellcheck source=broker-hold.sh
. "$LATCHKEY_FILES/broker-hold.sh"
# ships for: LATCHKEY_LINGER
# shellcheck source=broker-linger.sh
. "$LATCHKEY_FILES/broker-linger.sh"

# shellcheck disable=SC2317 # called by the traps
# lk_finish always runs at the end: after an error, a signal or an exit in a hook. It keeps the status.
lk_finish() {
  local status=$?
  lk_ending=true
  trap - EXIT
  # ships for: .init or .pre
  lk_own_options
  # ships for: LATCHKEY_DEADLINE
  lk_end_deadline
  # ships for: .init or .pre
  lk_told "$status"
  # ships for: .post
  lk_subshell post
  : >"$lk_complete" || lk_error "cannot write $lk_complete"
  lk_say "ends with status $status"
  exit "$status"
}

lk_is_lead() { [ "$JOB_COMPLETION_INDEX" = 0 ]; }

# lk_configure writes all files and sets lk_start to the command that starts a broker.
# Each option reaches the broker through an -o of flux start of its own, because every version of flux accepts this form.
lk_configure() {
  local level=${LATCHKEY_LOG_LEVEL:-6} options
  lk_names
  lk_folders
  # ships for: LATCHKEY_CURVE
  lk_key
  lk_broker_toml
  lk_affinity
  lk_connection_files
  options=("--config-path=$lk_config/etc/flux/config" "-Scron.directory=$lk_config/etc/flux/system/cron.d"
    "-Srundir=$lk_config/run/flux" "-Sstatedir=$lk_config/var/lib/flux")
  # ships for: not LATCHKEY_SOCKET=false
  [ "${LATCHKEY_SOCKET:-}" = false ] || options+=("-Slocal-uri=local://$(lk_socket)")
  # ships for: LATCHKEY_QUIET=true
  [ "${LATCHKEY_QUIET:-}" != true ] || level=0 options+=(-Slog-critical-level=0)
  # ships for: LATCHKEY_FANOUT
  lk_tree
  eval "options+=(-Slog-stderr-level=\$level -Slog-stderr-mode=local ${LATCHKEY_BROKER_OPTIONS:-})"
  lk_start=(flux start "${options[@]/#/-o}")
  # ships for: LATCHKEY_WRAP
  [ -z "${LATCHKEY_WRAP:-}" ] || lk_start=(flux start "--wrap=$LATCHKEY_WRAP" "${options[@]/#/-o}")
  export STATE_DIR=$lk_config/var/lib/flux FLUX_OUTPUT_DIR=${LATCHKEY_LOGS:-/tmp/fluxout}
  mkdir -p "$FLUX_OUTPUT_DIR" || lk_error "cannot make $FLUX_OUTPUT_DIR"
}

# lk_lead runs the lead's broker with the initial program of the instance. Without one the instance runs until it is stopped.
lk_lead() {
  # ships for: .brokerPre
  lk_subshell brokerPre
  lk_stop_if_terminated
  # ships for: LATCHKEY_ARCHIVE
  lk_archive_options
  # ships for: LATCHKEY_MODE=interactive
  lk_program=()
  "lk_${LATCHKEY_MODE:-submit}_program"
  # ships for: LATCHKEY_TIMED
  lk_time
  # ships for: LATCHKEY_TIMED or LATCHKEY_PREFIX
  lk_program=("${lk_timed[@]}" "${lk_prefix[@]}" "${lk_program[@]}")
  lk_say "starting the lead broker on $lk_host (${LATCHKEY_MODE:-submit})"
  lk_run "${lk_start[@]}" "${lk_program[@]}"
  # ships for: LATCHKEY_ARCHIVE
  lk_keep_archive
  lk_count_term
  # ships for: LATCHKEY_DEADLINE
  lk_count_deadline
  # ships for: LATCHKEY_LINGER
  lk_linger
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

lk_killer='' lk_late=''
# ships for: LATCHKEY_TIMED or LATCHKEY_PREFIX
lk_timed=() lk_prefix=()
lk_traps
# ships for: LATCHKEY_PREFIX
eval "lk_prefix=(${LATCHKEY_PREFIX:-})"
# ships for: LATCHKEY_HOLD
lk_hold
# ships for: LATCHKEY_DEADLINE
lk_begin_deadline
lk_home
# ships for: .init
lk_source init
# ships for: LATCHKEY_INSTALL_ROOT
lk_root_paths
# ships for: not LATCHKEY_VIEW=false
lk_view_paths
lk_configure
# ships for: .pre
if command -v flux >/dev/null; then lk_resources; fi
# ships for: .pre
lk_source pre
command -v flux >/dev/null || lk_fail "there is no flux in PATH: $PATH"
lk_resources
# ships for: many hosts
lk_is_lead || lk_worker
lk_lead
