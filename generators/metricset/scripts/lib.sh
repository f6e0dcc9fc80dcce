#!/bin/bash
# lib.sh: functions that the scripts of a MetricSet share. Sourced.
#
# Users' texts run in the same shell, so every name here begins with lk_ or LATCHKEY_. Readers of logs cut them at the marks
# that are printed here. Nothing else may be printed between the start and the end of a collection.
#
# Reads (a boolean is the word true, or unset):
#   LATCHKEY_FILES        folder of these scripts and of the texts, default /metrics_operator
#   LATCHKEY_KEY          first part of the names of this container's texts, for example entrypoint-0
#   LATCHKEY_INTERACTIVE  boolean: stay after the end, until stopped
#   LATCHKEY_LINGER       seconds to wait after a failure, so that a pod that Kubernetes takes away fails first; default 0
#   LATCHKEY_ASIDE        boolean: print the standard error of measured commands after the collection, because a user's text is
#                         around the commands, and what it prints is no sample
#   LATCHKEY_STAY         boolean: stay after the end, and after a failure, until stopped: Kubernetes starts a sidecar again
# Texts; each name begins with the key:
#   .metadata                  lines to print first
#   .pre-0 .pre-1 ...          run in this shell before the collection; their exports and working directory stay
#   .command-0 .command-1 ...  what is measured
#   .post-0 .post-1 ...        run after the collection
set -eu +xv

: "${LATCHKEY_FILES:=/metrics_operator}"
lk_texts=$LATCHKEY_FILES/$LATCHKEY_KEY
lk_child='' lk_stopped='' lk_spared='' lk_status=0 lk_failed=0 lk_collecting='' lk_held='' lk_aside=2

# lk_tell LINE prints a line for people, on standard error. During a collection it keeps the line until the end.
lk_tell() {
  if [ -n "$lk_collecting" ]; then lk_held=$lk_held$1$'\n'; else printf '%s\n' "$1" >&2; fi
}

lk_say() { lk_tell "latchkey: $*"; }
lk_error() { lk_tell "latchkey: error: $*"; }
lk_fail() {
  lk_error "$@"
  exit 1
}

lk_metadata() { printf '%s\n' "$(<"$lk_texts.metadata")"; }

# lk_collection_start prints the start mark. Where nothing can be kept aside, standard error stays as it is.
lk_collection_start() {
  lk_collecting=true
  # ships for: LATCHKEY_ASIDE=true
  if [ "${LATCHKEY_ASIDE:-}" = true ] && lk_each=$(mktemp 2>/dev/null); then
    exec {lk_aside}>"$lk_each"
    exec {lk_kept}<"$lk_each"
    rm -f -- "$lk_each"
  fi
  echo "METRICS OPERATOR COLLECTION START"
}

lk_mark='METRICS OPERATOR TIMEPOINT'
lk_timepoint() { echo "$lk_mark"; }

# lk_collection_end prints the end mark once, however the script ends.
lk_collection_end() {
  [ -n "$lk_collecting" ] || return 0
  lk_collecting=''
  echo "METRICS OPERATOR COLLECTION END"
  # ships for: LATCHKEY_ASIDE
  [ "$lk_aside" = 2 ] || cat <&"$lk_kept" >&2
  printf '%s' "$lk_held" >&2
  lk_held=''
}

# lk_own_options restores the shell options of this script after a user's text.
lk_own_options() {
  set +aCfvx +E +o pipefail
  set -eu
  unset IFS
}

# lk_pre runs the texts before the collection. A failed text is reported, and the run continues: only the measured commands
# decide the status.
lk_pre() {
  local lk_each=0
  while [ -f "$lk_texts.pre-$lk_each" ]; do
    lk_status=0
    set +eu
    # shellcheck disable=SC1090
    . "$lk_texts.pre-$lk_each"
    lk_status=$?
    lk_own_options
    lk_traps
    [ "$lk_status" = 0 ] || lk_error "the text before the collection ended with status $lk_status"
    lk_each=$((lk_each + 1))
  done
}

# lk_post runs the texts after the collection in subshells. They change neither each other nor the status. When the kubelet
# stops this container meanwhile, as it does with every sidecar, they continue until its grace period ends.
lk_post() {
  local lk_each=0
  lk_spared=true
  while [ -f "$lk_texts.post-$lk_each" ]; do
    lk_run "$lk_texts.post-$lk_each"
    [ "$lk_status" = 0 ] || lk_error "the text after the collection ended with status $lk_status"
    lk_each=$((lk_each + 1))
  done
  lk_spared=''
}

# lk_run FILE [DESCRIPTOR] runs a text in a subshell, which sees the changes of earlier texts, and sets lk_status to its
# status. Its standard error goes to the file descriptor. The first process of a container must pass the kubelet's SIGTERM on,
# because nobody else does.
lk_run() {
  (
    trap - EXIT TERM
    set +eu
    # shellcheck disable=SC1090
    . "$1"
  ) <&0 2>&"${2:-2}" &
  lk_child=$!
  lk_wait
}

# lk_wait waits for lk_child. A trapped signal ends wait early; then lk_wait waits again.
lk_wait() {
  [ -z "$lk_stopped" ] || lk_pass_term
  lk_status=127
  local signal each
  while :; do
    signal=$lk_stopped each=0
    wait "$lk_child" || each=$?
    [ "$each" = 127 ] && [ "$lk_status" != 127 ] || lk_status=$each
    [ "$signal" != "$lk_stopped" ] || break
  done
  lk_child=''
}

# lk_pass_term passes SIGTERM to the text's shell and to all processes below it, because a shell that gets SIGTERM leaves its
# programs running. While lk_spared is set it does nothing.
lk_pass_term() {
  # ships for: .post
  [ -z "$lk_spared" ] || return 0
  # shellcheck disable=SC2046 # one word for each process
  kill -TERM $(lk_below "$lk_child") 2>/dev/null || :
}

# lk_below PID prints a process and all its descendants.
lk_below() {
  local stat rest parent
  echo "$1"
  for stat in /proc/[0-9]*/stat; do
    { read -r rest <"$stat"; } 2>/dev/null || continue
    parent=${rest##*) ? } # state, parent and so on come after the name, which may hold anything
    [ "${parent%% *}" != "$1" ] || lk_below "${rest%% *}"
  done
}

# lk_sleep SECONDS waits, and ends early when this container is stopped.
lk_sleep() {
  sleep "$1" &
  lk_child=$!
  lk_wait
}

lk_on_term() {
  lk_stopped=true
  [ -n "$lk_child$lk_spared" ] || exit 143
  lk_pass_term
}

# shellcheck disable=SC2317 # called by the trap
lk_on_exit() {
  local status=$?
  trap - EXIT
  lk_collection_end
  # ships for: LATCHKEY_STAY=true
  if [ "${LATCHKEY_STAY:-}" = true ]; then
    while [ -z "$lk_stopped" ]; do lk_sleep 3600; done
    [ "$status" != 143 ] || status=$lk_failed # it is always stopped in the end
  fi
  exit "$status"
}

# lk_traps runs again after each text that ran in this shell, because the text may have set traps of its own.
lk_traps() {
  trap lk_on_exit EXIT
  trap lk_on_term TERM
  trap - INT QUIT HUP
}

# lk_measure FILE runs a measured command. It keeps the first status that is not 0.
lk_measure() {
  lk_run "$1" "$lk_aside"
  [ "$lk_failed" != 0 ] || lk_failed=$lk_status
  [ -z "$lk_stopped" ] || exit 143
}

# lk_finish is the last stage of a measuring script. The container ends with the status of the measured commands.
lk_finish() {
  lk_collection_end
  # ships for: .post
  lk_post
  lk_end
}

# lk_end waits in interactive mode until the container is stopped, and then ends it.
lk_end() {
  # ships for: LATCHKEY_INTERACTIVE=true
  if [ "${LATCHKEY_INTERACTIVE:-}" = true ]; then
    while [ -z "$lk_stopped" ]; do lk_sleep 3600; done
  fi
  [ "$lk_failed" = 0 ] || lk_error "what is measured ended with status $lk_failed"
  # ships for: LATCHKEY_LINGER
  if [ "$lk_failed" != 0 ] && [ -z "$lk_stopped" ]; then lk_sleep "${LATCHKEY_LINGER:-0}"; fi
  exit "$lk_failed"
}

lk_traps
