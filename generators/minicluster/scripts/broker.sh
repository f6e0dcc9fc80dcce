#!/bin/bash
# broker.sh: runs the Flux broker of this pod, and on the lead the user's application.
#
# The container ends with the status of the lead's instance, which is the application's status. Order: init, pre, then
# brokerPre on the lead or workerPre on a worker, the command, and post. post runs even after a failure. init and pre run
# in this shell, so their exports stay. The others run in subshells.
# It needs these programs: cat, mkdir, mkfifo, mv, rm, ln, sleep, stat and timeout (coreutils), and flux.
#
# lib-*.sh and broker-*.sh are its parts. A set has the parts that it uses: configmap.go says which, and this script sources
# them where it uses them.
#
# Reads, besides what the parts read (a boolean is the word true, or unset):
#   LATCHKEY_MODE             submit (default), launcher, batch or interactive
#   LATCHKEY_BROKER_OPTIONS   quoted words: further options of flux broker, for example -Stbon.topo=kary:2
#   LATCHKEY_WRAP             programs to run the broker under, separated by commas
#   LATCHKEY_LOG_LEVEL        log level of the broker, 0 to 7, default 6
#   LATCHKEY_LOGS             folder for output, default /tmp/fluxout
#   LATCHKEY_PREFIX           quoted words to put before the program
#   LATCHKEY_INSTALL_ROOT     prefix of a flux inside this image, for example /usr
#   LATCHKEY_TIMED            boolean: report wall times
#   LATCHKEY_QUEUES           boolean: the configuration names queues
#   LATCHKEY_GOODBYE_SECONDS  how long a worker's broker may take to end after SIGTERM, default 20
#   LATCHKEY_PROC             folder with cpuinfo and meminfo, default /proc
# Sets for the application: FLUX_OUTPUT_DIR (LATCHKEY_LOGS) and STATE_DIR (the broker's statedir).
#
# The functions of all files begin with lk_, see lib.sh.
# shellcheck disable=SC2034,SC2154 # names of other parts
# shellcheck source=lib.sh
. "${LATCHKEY_FILES:=/flux_operator}/lib.sh"
# shellcheck source=broker-config.sh
. "$LATCHKEY_FILES/broker-config.sh"

lk_killer='' lk_deadline='' lk_late=''

# shellcheck disable=SC2317 # called by the traps
# lk_finish always runs at the end: after an error, a signal or an exit in a hook. It keeps the status.
lk_finish() {
  local status=$?
  lk_ending=true
  trap - EXIT
  [ -z "$lk_sourcing" ] || lk_report_hook "$status"
  [ -z "$lk_deadline" ] || kill -KILL "$lk_deadline" 2>/dev/null || :
  lk_hook post
  lk_say "ends with status $status"
  exit "$status"
}

lk_is_lead() { [ "$JOB_COMPLETION_INDEX" = 0 ]; }

# lk_configure writes all files and sets lk_start to the command that starts a broker. Without a fanout every broker connects
# to the lead (flux-config-bootstrap(5)).
# Each option reaches the broker through an -o of flux start of its own, because every version of flux accepts this form.
lk_configure() {
  local level=${LATCHKEY_LOG_LEVEL:-6} options
  lk_names
  lk_folders
  [ -z "${LATCHKEY_CURVE:-}" ] || lk_key "$LATCHKEY_CURVE"
  lk_broker_toml
  lk_affinity
  lk_connection_files
  options=("--config-path=$lk_config/etc/flux/config" "-Scron.directory=$lk_config/etc/flux/system/cron.d"
    "-Srundir=$lk_config/run/flux" "-Sstatedir=$lk_config/var/lib/flux")
  [ "${LATCHKEY_SOCKET:-}" = false ] || options+=("-Slocal-uri=local://$lk_socket")
  [ "${LATCHKEY_QUIET:-}" != true ] || level=0 options+=(-Slog-critical-level=0)
  [ -z "${LATCHKEY_FANOUT:-}" ] || options+=("-Stbon.topo=kary:$LATCHKEY_FANOUT")
  eval "options+=(-Slog-stderr-level=\$level -Slog-stderr-mode=local ${LATCHKEY_BROKER_OPTIONS:-})"
  lk_start=(flux start ${LATCHKEY_WRAP:+"--wrap=$LATCHKEY_WRAP"} "${options[@]/#/-o}")
  export STATE_DIR=$lk_config/var/lib/flux FLUX_OUTPUT_DIR=${LATCHKEY_LOGS:-/tmp/fluxout}
  mkdir -p "$FLUX_OUTPUT_DIR" || lk_error "cannot make $FLUX_OUTPUT_DIR"
}

# lk_about says what this pod runs with. "latchkey logs -o" and "study run" put it into the record of the run.
lk_about() {
  local line text version cpus=0 model='' memory='' proc=${LATCHKEY_PROC:-/proc}
  [ "${LATCHKEY_QUIET:-}" != true ] && [ -r "$proc/cpuinfo" ] && [ -r "$proc/meminfo" ] || return 0
  version=$(flux version 2>/dev/null) || :
  version=${version%%$'\n'*}
  text=$(<"$proc/cpuinfo") # at once: the kernel makes the whole file again for each line that is read from it
  while IFS= read -r line; do
    case $line in
      processor*) cpus=$((cpus + 1)) ;;
      'model name'*) model=${line#*: } ;;
    esac
  done <<<"$text"
  read -r _ memory _ <"$proc/meminfo" || :
  version=${version##*[[:space:]]}
  lk_say "with flux ${version:-unknown}, $cpus CPUs (${model:-unknown}), ${memory:-0} kB of memory"
}

# lk_lead runs the lead's broker with the initial program of the instance. Without one the instance runs until it is stopped.
lk_lead() {
  lk_hook brokerPre
  lk_stop_if_terminated
  # shellcheck source=broker-archive.sh
  [ -z "${LATCHKEY_ARCHIVE:-}" ] || . "$LATCHKEY_FILES/broker-archive.sh"
  # shellcheck source=broker-submit.sh
  . "$LATCHKEY_FILES/broker-${LATCHKEY_MODE:-submit}.sh"
  # shellcheck source=broker-timed.sh
  [ "${LATCHKEY_TIMED:-}" != true ] || . "$LATCHKEY_FILES/broker-timed.sh"
  # Named queues are stopped when an instance begins (flux-core 0.88), so their jobs would wait for ever.
  [ -z "${LATCHKEY_QUEUES:-}" ] || [ "${#lk_program[@]}" = 0 ] ||
    lk_program=(bash -c 'flux queue start --all --quiet && exec "$@"' bash "${lk_program[@]}")
  [ -z "${LATCHKEY_LINGER:-}" ] || lk_seek_lost
  lk_say "starting the lead broker on $lk_host (${LATCHKEY_MODE:-submit})"
  lk_run "${lk_start[@]}" "${lk_prefix[@]}" "${lk_program[@]}"
  [ -z "${LATCHKEY_ARCHIVE:-}" ] || lk_keep_archive
  lk_count_term
  [ -z "$lk_late" ] || lk_status=124 # as timeout(1)
  [ -z "${LATCHKEY_LINGER:-}" ] || lk_linger
  exit "$lk_status"
}

lk_stop_if_terminated() { [ -z "$lk_terminated" ] || exit 143; }

# lk_count_term makes the status of a broker that got SIGTERM a failure. flux ends with 0 when its work has not begun, and an
# evicted pod would then count as succeeded.
lk_count_term() {
  if [[ -n $lk_terminated && $lk_status =~ ^(0|137)$ ]]; then lk_status=143; fi
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

lk_traps
eval "lk_prefix=(${LATCHKEY_PREFIX:-})"
# shellcheck source=broker-deadline.sh
[ -z "${LATCHKEY_DEADLINE:-}" ] || . "$LATCHKEY_FILES/broker-deadline.sh"
lk_home
lk_hook init
[ -z "${LATCHKEY_INSTALL_ROOT:-}" ] || lk_add PATH "$LATCHKEY_INSTALL_ROOT/bin"
# shellcheck source=lib-view.sh
[ "${LATCHKEY_VIEW:-}" = false ] || . "$LATCHKEY_FILES/lib-view.sh"
# shellcheck source=broker-large.sh
[ -z "${LATCHKEY_FANOUT:-}" ] || . "$LATCHKEY_FILES/broker-large.sh"
lk_configure
if command -v flux >/dev/null; then lk_resources; fi
lk_hook pre
command -v flux >/dev/null || lk_fail "there is no flux in PATH: $PATH"
lk_resources
lk_about
# shellcheck source=broker-linger.sh
[ -z "${LATCHKEY_LINGER:-}" ] || . "$LATCHKEY_FILES/broker-linger.sh"
# shellcheck source=broker-worker.sh
lk_is_lead || . "$LATCHKEY_FILES/broker-worker.sh"
lk_lead
