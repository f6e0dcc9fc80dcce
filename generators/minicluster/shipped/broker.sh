#!/bin/bash
# Latchkey v0.1, generators/minicluster/scripts/broker.sh
. "${LATCHKEY_FILES:=/flux_operator}/lib.sh"
# ships for: .init or .pre or .post or .brokerPre or .workerPre
. "$LATCHKEY_FILES/lib-hooks.sh"
# end
# ships for: .script
. "$LATCHKEY_FILES/lib-shebang.sh"
# end
# ships for: LATCHKEY_INSTALL_ROOT
. "$LATCHKEY_FILES/lib-root.sh"
# end
# ships for: not LATCHKEY_VIEW=false
. "$LATCHKEY_FILES/lib-view.sh"
# end
. "$LATCHKEY_FILES/broker-config.sh"
# ships for: not LATCHKEY_MODE=interactive
. "$LATCHKEY_FILES/broker-command.sh"
# end
# ships for: LATCHKEY_MODE=interactive
. "$LATCHKEY_FILES/broker-interactive.sh"
# end
# ships for: LATCHKEY_MODE=launcher
. "$LATCHKEY_FILES/broker-launcher.sh"
# end
# ships for: LATCHKEY_MODE=batch
. "$LATCHKEY_FILES/broker-batch.sh"
# end
# ships for: options
. "$LATCHKEY_FILES/broker-options.sh"
# end
# ships for: .script
. "$LATCHKEY_FILES/broker-script.sh"
# end
# ships for: LATCHKEY_SIMPLE_SCHEDULER
. "$LATCHKEY_FILES/broker-simple.sh"
# end
# ships for: many hosts
. "$LATCHKEY_FILES/broker-worker.sh"
# end
# ships for: LATCHKEY_FANOUT
. "$LATCHKEY_FILES/broker-large.sh"
# end
# ships for: LATCHKEY_CORES or LATCHKEY_GPUS
. "$LATCHKEY_FILES/broker-limits.sh"
# end
# ships for: LATCHKEY_TIMED
. "$LATCHKEY_FILES/broker-timed.sh"
# end
# ships for: LATCHKEY_ARCHIVE
. "$LATCHKEY_FILES/broker-archive.sh"
# end
# ships for: LATCHKEY_DEADLINE
. "$LATCHKEY_FILES/broker-deadline.sh"
# end
# ships for: LATCHKEY_HOLD
. "$LATCHKEY_FILES/broker-hold.sh"
# end
# ships for: LATCHKEY_LINGER
. "$LATCHKEY_FILES/broker-linger.sh"
# end
lk_finish() {
  local status=$?; lk_ending=true; trap - EXIT
  # ships for: .init or .pre < >
  lk_own_options
  # end <
  # ships for: LATCHKEY_DEADLINE >
  lk_end_deadline
  # end <
  # ships for: .init or .pre >
  lk_told "$status"
  # end <
  # ships for: .post >
  lk_subshell post
  # end < >
  : >"$lk_complete" || lk_error "cannot write $lk_complete"
  lk_say "ends with status $status"; exit "$status"
}
lk_is_lead() { [ "$JOB_COMPLETION_INDEX" = 0 ]; }
lk_configure() {
  local level=${LATCHKEY_LOG_LEVEL:-6} options; lk_names; lk_folders
  # ships for: LATCHKEY_CURVE < >
  lk_key
  # end < >
  lk_broker_toml; lk_affinity; lk_connection_files
  options=("--config-path=$lk_config/etc/flux/config" "-Scron.directory=$lk_config/etc/flux/system/cron.d"
    "-Srundir=$lk_config/run/flux" "-Sstatedir=$lk_config/var/lib/flux")
  # ships for: not LATCHKEY_SOCKET=false >
  [ "${LATCHKEY_SOCKET:-}" = false ] || options+=("-Slocal-uri=local://$(lk_socket)")
  # end
  # ships for: LATCHKEY_QUIET=true >
  [ "${LATCHKEY_QUIET:-}" != true ] || level=0 options+=(-Slog-critical-level=0)
  # end
  # ships for: LATCHKEY_FANOUT >
  lk_tree
  # end < >
  eval "options+=(-Slog-stderr-level=\$level -Slog-stderr-mode=local ${LATCHKEY_BROKER_OPTIONS:-})"
  lk_start=(flux start "${options[@]/#/-o}")
  # ships for: LATCHKEY_WRAP < >
  [ -z "${LATCHKEY_WRAP:-}" ] || lk_start=(flux start "--wrap=$LATCHKEY_WRAP" "${options[@]/#/-o}")
  # end >
  export STATE_DIR=$lk_config/var/lib/flux FLUX_OUTPUT_DIR=${LATCHKEY_LOGS:-/tmp/fluxout}
  mkdir -p "$FLUX_OUTPUT_DIR" || lk_error "cannot make $FLUX_OUTPUT_DIR"
}
lk_lead() {
  # ships for: .brokerPre >
  lk_subshell brokerPre
  # end < >
  lk_stop_if_terminated
  # ships for: LATCHKEY_ARCHIVE < >
  lk_archive_options
  # end <
  # ships for: LATCHKEY_MODE=interactive >
  lk_program=()
  # end < >
  "lk_${LATCHKEY_MODE:-submit}_program"
  # ships for: LATCHKEY_TIMED < >
  lk_time
  # end <
  # ships for: LATCHKEY_TIMED or LATCHKEY_PREFIX >
  lk_program=("${lk_timed[@]}" "${lk_prefix[@]}" "${lk_program[@]}")
  # end < >
  lk_say "starting the lead broker on $lk_host (${LATCHKEY_MODE:-submit})"
  lk_run "${lk_start[@]}" "${lk_program[@]}"
  # ships for: LATCHKEY_ARCHIVE < >
  lk_keep_archive
  # end < >
  lk_count_term
  # ships for: LATCHKEY_DEADLINE < >
  lk_count_deadline
  # end <
  # ships for: LATCHKEY_LINGER >
  lk_linger
  # end < >
  exit "$lk_status"
}
lk_stop_if_terminated() { [ -z "$lk_terminated" ] || exit 143; }
lk_count_term() { [ -n "$lk_terminated" ] || return 0; case $lk_status in 0 | 137) lk_status=143 ;; esac }
lk_pass_term() {
  kill -TERM "$lk_child" 2>/dev/null || :
  if [ -n "$lk_killer" ] || { lk_is_lead && [ -z "$lk_late" ]; }; then return 0; fi
  lk_kill_late "$lk_child" "${lk_late:-${LATCHKEY_GOODBYE_SECONDS:-20}}" & lk_killer=$!
}
lk_kill_late() {
  local left=$2; trap - EXIT TERM USR1 USR2
  while kill -0 "$1" 2>/dev/null; do [ "$left" != 0 ] || kill -KILL "$1"; left=$((left - 1)); sleep 1; done
}
lk_killer='' lk_late=''
# ships for: LATCHKEY_TIMED or LATCHKEY_PREFIX < >
lk_timed=() lk_prefix=()
# end < >
lk_traps
# ships for: LATCHKEY_PREFIX < >
eval "lk_prefix=(${LATCHKEY_PREFIX:-})"
# end <
# ships for: LATCHKEY_HOLD >
lk_hold
# end <
# ships for: LATCHKEY_DEADLINE >
lk_begin_deadline
# end < >
lk_home
# ships for: .init < >
lk_source init
# end <
# ships for: LATCHKEY_INSTALL_ROOT >
lk_root_paths
# end <
# ships for: not LATCHKEY_VIEW=false >
lk_view_paths
# end < >
lk_configure
# ships for: .pre <
if command -v flux >/dev/null; then lk_resources; fi
# end
# ships for: .pre >
lk_source pre
# end < >
command -v flux >/dev/null || lk_fail "there is no flux in PATH: $PATH"
lk_resources
# ships for: many hosts < >
lk_is_lead || lk_worker
# end >
lk_lead
