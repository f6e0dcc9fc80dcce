#!/bin/bash
# broker.sh: runs the Flux broker of this pod, and on the lead the user's application.
#
# The container ends with the status of the lead's instance, which is the application's status. Order: init, pre, then
# brokerPre on the lead or workerPre on a worker, the command, and post. post runs even after a failure. init and pre run
# in this shell, so their exports stay. The others run in subshells.
# It needs these programs: mkdir, mkfifo, mv, rm, ln, sleep, stat and timeout (coreutils), and flux.
#
# Reads, besides what lib.sh, config.sh, connect.sh and command.sh read (a boolean is the word true, or unset):
#   LATCHKEY_BROKER_OPTIONS    quoted words: further options of flux broker, for example -Stbon.topo=kary:2
#   LATCHKEY_WRAP              programs to run the broker under, separated by commas
#   LATCHKEY_LOG_LEVEL         log level of the broker, 0 to 7, default 6
#   LATCHKEY_ARCHIVE           file that the instance's state is restored from, and saved to when the instance ends well
#   LATCHKEY_LOGS              folder for output, default /tmp/fluxout
#   LATCHKEY_COMPLETE_WORKERS  boolean: a worker ends when its broker ends, with any status
#   LATCHKEY_WORKER_RETRIES    how often a worker starts a failed broker again, default 10
#   LATCHKEY_REJOIN_SECONDS    how long a restarted broker may take to reach the lead, default 120
#   LATCHKEY_GOODBYE_SECONDS   how long a worker's broker may take to end after SIGTERM, default 20
#   LATCHKEY_OUTLIVE_SECONDS   how long a worker without its broker waits for the lead to end first, default 60, or 35 after
#                              SIGTERM
#   LATCHKEY_LINGER            seconds, set if the set starts again when Kubernetes takes a pod away: a lead that failed waits so
#                              long, because the pod that is taken away must fail first
#   LATCHKEY_HOLD              boolean: sidecars are ordinary containers, and must learn when this container ends
#   LATCHKEY_DEADLINE          seconds after which Kubernetes ends the set; unset: a year
# Sets for the application: FLUX_OUTPUT_DIR (LATCHKEY_LOGS) and STATE_DIR (the broker's statedir).
#
# The functions of all four files begin with lk_, see lib.sh.
: "${LATCHKEY_FILES:=/flux_operator}"
# shellcheck source=lib.sh
. "$LATCHKEY_FILES/lib.sh"
# shellcheck source=config.sh
. "$LATCHKEY_FILES/config.sh"
# shellcheck source=connect.sh
. "$LATCHKEY_FILES/connect.sh"
# shellcheck source=command.sh
. "$LATCHKEY_FILES/command.sh"

# lk_finish always runs at the end: after an error, a signal or an exit in a hook. It keeps the status.
lk_finish() {
  local status=$?
  lk_ending=true
  trap - EXIT
  lk_own_options
  if [ -n "$lk_deadline" ]; then kill -KILL "$lk_deadline" 2>/dev/null || :; fi
  lk_told "$status"
  lk_subshell post
  : >"$lk_complete" || lk_error "cannot write $lk_complete"
  lk_say "ends with status $status"
  exit "$status"
}

# lk_hold makes a pipe that stays open while this container lives. Sidecars read from this pipe.
lk_hold() {
  [ "${LATCHKEY_HOLD:-}" = true ] || return 0
  rm -f "$lk_running" "$lk_running.new"
  (umask 0 && mkfifo "$lk_running.new") || lk_fail "cannot make a pipe in $LATCHKEY_MOUNT"
  # shellcheck disable=SC2034 # it stays open
  exec {lk_held}<>"$lk_running.new"
  mv -f "$lk_running.new" "$lk_running"
}

# lk_watch_deadline tells this script when the deadline is near. At the deadline Kubernetes deletes all pods and the
# application's logs. The time counts from the moment when the kubelet mounted the scripts.
lk_watch_deadline() {
  local began left
  trap - EXIT TERM USR1 USR2
  began=$(stat -c %Y "$LATCHKEY_FILES/..data" 2>/dev/null) || began=$(printf '%(%s)T' -1)
  left=$((began + LATCHKEY_DEADLINE - lk_early - $(printf '%(%s)T' -1)))
  [ "$left" -le 0 ] || sleep "$left"
  kill -USR2 $$
}

lk_on_deadline() {
  lk_error "the deadline of this set, deadlineSeconds: $LATCHKEY_DEADLINE, is $lk_early s away: the command is ended, before Kubernetes deletes all pods and their logs"
  lk_late=true
  lk_on_term
}

lk_is_lead() { [ "$JOB_COMPLETION_INDEX" = 0 ]; }

# lk_configure writes all files and sets lk_start to the command that starts a broker.
# Each option reaches the broker through an -o of flux start of its own, because every version of flux accepts this form.
lk_configure() {
  local option
  [ -n "${JOB_COMPLETION_INDEX:-}" ] || lk_fail "JOB_COMPLETION_INDEX is not set: does this pod belong to an indexed Job?"
  lk_names
  lk_folders
  lk_key
  lk_broker_toml
  lk_affinity
  lk_connection_files
  lk_options
  lk_start=(flux start)
  [ -z "${LATCHKEY_WRAP:-}" ] || lk_start+=("--wrap=$LATCHKEY_WRAP")
  for option in "${lk_broker[@]}"; do lk_start+=("-o$option"); done
  export STATE_DIR=$lk_config/var/lib/flux FLUX_OUTPUT_DIR=${LATCHKEY_LOGS:-/tmp/fluxout}
  mkdir -p "$FLUX_OUTPUT_DIR" || lk_error "cannot make $FLUX_OUTPUT_DIR"
}

# lk_options sets lk_broker to the options of flux broker.
lk_options() {
  local level=${LATCHKEY_LOG_LEVEL:-6} user
  eval "user=(${LATCHKEY_BROKER_OPTIONS:-})"
  lk_broker=("--config-path=$lk_config/etc/flux/config"
    "-Scron.directory=$lk_config/etc/flux/system/cron.d"
    "-Srundir=$lk_config/run/flux" "-Sstatedir=$lk_config/var/lib/flux")
  [ "${LATCHKEY_SOCKET:-}" != true ] || lk_broker+=("-Slocal-uri=local://$(lk_socket)")
  if [ "${LATCHKEY_QUIET:-}" = true ]; then
    level=0
    lk_broker+=(-Slog-critical-level=0)
  fi
  lk_broker+=("-Slog-stderr-level=$level" -Slog-stderr-mode=local "${user[@]}")
}

# lk_archive_options restores the archive only into an empty statedir. Otherwise old state would replace newer state.
lk_archive_options() {
  local archive=${LATCHKEY_ARCHIVE:-} state
  [ -n "$archive" ] || return 0
  state=("$lk_config/var/lib/flux"/*)
  if [ -f "$archive" ] && [ ! -e "${state[0]}" ]; then lk_start+=("-o-Scontent.restore=$archive"); fi
  lk_dump=${archive%"${archive##*/}"}.new-${archive##*/}
  # flux-dump(1) chooses the format by the file's suffix and refuses most suffixes; flux-restore(1) reads any name
  case $archive in *.tar | *.tgz | *.tar.gz | *.tar.bz2 | *.tar.xz | *.cpio | *.zip) ;; *) lk_dump+=.tar ;; esac
  if rm -f "$lk_dump" && : >"$lk_dump"; then
    rm -f "$lk_dump"
    lk_start+=("-o-Scontent.dump=$lk_dump")
  else
    lk_error "cannot write beside $archive: the state is not saved"
  fi
}

# lk_keep_archive keeps the archive of a broker that ended well.
lk_keep_archive() {
  [ -n "${lk_dump:-}" ] && [ -s "$lk_dump" ] || return 0
  mv -f "$lk_dump" "$LATCHKEY_ARCHIVE" || lk_error "cannot rename $lk_dump to $LATCHKEY_ARCHIVE"
}

lk_lead() {
  local timed=()
  lk_subshell brokerPre
  lk_stop_if_terminated
  lk_archive_options
  lk_initial_program
  if [ "${#lk_program[@]}" = 0 ]; then
    lk_start+=(-o-Sbroker.rc2_none)
  elif [ "${LATCHKEY_TIMED:-}" = true ]; then
    timed=(bash "$LATCHKEY_FILES/timed.sh" fluxstart)
  fi
  lk_say "starting the lead broker on $lk_host (${LATCHKEY_MODE:-submit})"
  lk_run "${timed[@]}" "${lk_start[@]}" "${lk_program[@]}"
  lk_keep_archive
  lk_count_term
  [ -z "$lk_late" ] || lk_status=124 # the status that timeout(1) uses
  lk_linger
  exit "$lk_status"
}

# lk_linger gives the pod of a lost worker time to fail first. Its failure starts the set again, and the lead's failure does
# not.
lk_linger() {
  local status=$lk_status
  if [ -z "${LATCHKEY_LINGER:-}" ] || [ "$status" = 0 ] || [ -n "$lk_terminated" ]; then return 0; fi
  lk_run sleep "$LATCHKEY_LINGER"
  lk_status=$status
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
  [ -z "$lk_killer" ] || return 0
  if lk_is_lead && [ -z "$lk_late" ]; then return 0; fi
  lk_kill_late "$lk_child" &
  lk_killer=$!
}

lk_kill_late() {
  local left=${LATCHKEY_GOODBYE_SECONDS:-20}
  [ -z "$lk_late" ] || left=$((lk_early * 2 / 3))
  trap - EXIT TERM USR1 USR2
  while kill -0 "$1" 2>/dev/null; do
    if [ "$left" = 0 ]; then kill -KILL "$1"; fi
    left=$((left - 1))
    sleep 1
  done
}

# lk_worker runs a worker's broker, which ends with status 0 when the instance is over. A broker that failed with an ordinary
# status is started again, for example when the lead no longer knows it. A broker that was killed makes the whole set fail.
lk_worker() {
  local failures=0 limit=${LATCHKEY_WORKER_RETRIES:-10} pause=1 began watch='' prefix
  eval "prefix=(${LATCHKEY_PREFIX:-})"
  lk_subshell workerPre
  lk_stop_if_terminated
  while :; do
    lk_say "starting the broker of worker $JOB_COMPLETION_INDEX on $lk_host"
    began=$SECONDS
    if [ "$failures" -gt 0 ]; then
      lk_watch_rejoin &
      watch=$!
    fi
    lk_run "${prefix[@]}" "${lk_start[@]}"
    if [ -n "$watch" ]; then
      kill -KILL "$watch" 2>/dev/null || :
      wait "$watch" 2>/dev/null || : # otherwise the shell prints that it was killed
    fi
    [ -z "$lk_gone" ] || exit 1
    lk_count_term
    if [ "$lk_status" -gt 128 ] && ! lk_is_taken; then lk_outlive_lead; fi
    if lk_worker_is_done; then exit "$lk_status"; fi
    if [ $((SECONDS - began)) -gt 600 ]; then failures=0 pause=1; fi
    failures=$((failures + 1))
    [ "$failures" -le "$limit" ] || lk_fail "the broker failed $failures times, the last time with status $lk_status"
    lk_say "the broker ended with status $lk_status: starting it again in $pause s ($failures of $limit)"
    lk_run sleep "$pause"
    lk_stop_if_terminated
    pause=$((pause < 8 ? pause * 2 : 15))
  done
}

# lk_outlive_lead waits until the lead ends by itself, which it does when one of its jobs loses this worker. If the worker
# failed first, Kubernetes would delete the lead's pod and the application's logs.
lk_outlive_lead() {
  local end=60 silent=0 lead="${lk_host%-*}-0${lk_domain:+.$lk_domain}"
  [ -z "$lk_terminated" ] || end=35
  end=$((SECONDS + ${LATCHKEY_OUTLIVE_SECONDS:-$end}))
  while [ "$SECONDS" -lt "$end" ] && [ "$silent" -lt 3 ]; do
    if timeout 5 bash -c ": <>'/dev/tcp/$lead/${LATCHKEY_SERVICE_PORT:-8050}'" 2>/dev/null; then silent=0; else silent=$((silent + 1)); fi
    sleep 1
  done
}

# lk_is_taken succeeds if Kubernetes takes this pod away and the set starts again.
lk_is_taken() { [ -n "${LATCHKEY_LINGER:-}" ] && [ -n "$lk_terminated" ]; }

lk_worker_is_done() {
  [ "$lk_status" = 0 ] || [ "$lk_status" -gt 128 ] || [ -n "$lk_terminated" ] || [ "${LATCHKEY_COMPLETE_WORKERS:-}" = true ]
}

# lk_watch_rejoin tells this script when a restarted broker does not reach the lead. flux itself would wait forever for a
# lead that is gone.
lk_watch_rejoin() {
  trap - EXIT TERM USR1 USR2
  sleep "${LATCHKEY_REJOIN_SECONDS:-120}"
  FLUX_URI=local://$(lk_socket) timeout 10 flux ping --count=1 0 >/dev/null 2>&1 || kill -USR1 $$
}

lk_on_lead_gone() {
  lk_error "the lead is gone: no answer for ${LATCHKEY_REJOIN_SECONDS:-120} s"
  lk_gone=true
  lk_on_term
}

lk_main() {
  lk_hold
  if [ -n "${LATCHKEY_DEADLINE:-}" ] && [ "${JOB_COMPLETION_INDEX:-}" = 0 ]; then
    lk_early=$((LATCHKEY_DEADLINE < 120 ? LATCHKEY_DEADLINE / 4 : 30))
    lk_watch_deadline >/dev/null 2>&1 &
    lk_deadline=$!
  fi
  lk_home
  lk_source init
  lk_paths
  lk_configure
  if command -v flux >/dev/null; then lk_resources; fi
  lk_source pre
  command -v flux >/dev/null || lk_fail "there is no flux in PATH: $PATH"
  lk_resources
  if lk_is_lead; then lk_lead; else lk_worker; fi
}

lk_gone='' lk_killer='' lk_late='' lk_early=0 lk_deadline=''
lk_traps
trap lk_on_lead_gone USR1
trap lk_on_deadline USR2
lk_main
