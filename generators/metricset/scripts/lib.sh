#!/bin/bash
# lib.sh: functions that the scripts of a MetricSet share. Sourced. stages.sh has more of them, for the scripts that measure by
# themselves; follow.sh has those of the scripts that follow what another container runs.
#
# Users' snippets run in the same shell, so every name here begins with lk_ or LATCHKEY_. Readers of logs cut them at the marks
# that are printed here. Nothing else may be printed between the start and the end of a collection.
#
# Reads (a boolean is the word true, or unset):
#   LATCHKEY_FILES        folder of these scripts and of the snippets, default /metrics_operator
#   LATCHKEY_KEY          first part of the names of this container's files, for example entrypoint-0
#   LATCHKEY_ASIDE        boolean: keep the standard error of measured commands aside, see aside.sh
# Files; each name begins with the key:
#   .metadata                  lines to print first
#   .pre-0 .pre-1 ...          run in this shell before the collection; their exports and working directory stay
#   .command-0 .command-1 ...  what is measured
#   .post-0 .post-1 ...        run after the collection
# shellcheck disable=SC2034 # names for other parts
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

lk_metadata() { printf '%s\n' "$(<"$lk_texts.metadata")"; }

# lk_collection_start prints the start mark.
lk_collection_start() {
  lk_collecting=true
  # shellcheck source=aside.sh
  [ "${LATCHKEY_ASIDE:-}" != true ] || . "$LATCHKEY_FILES/aside.sh"
  echo "METRICS OPERATOR COLLECTION START"
}

lk_mark='METRICS OPERATOR TIMEPOINT'
lk_timepoint() { echo "$lk_mark"; }

# lk_collection_end prints the end mark once, however the script ends.
lk_collection_end() {
  [ -n "$lk_collecting" ] || return 0
  lk_collecting=''
  echo "METRICS OPERATOR COLLECTION END"
  [ "$lk_aside" = 2 ] || cat <&"$lk_kept" >&2
  printf '%s' "$lk_held" >&2
  lk_held=''
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
  local all
  [ -z "$lk_spared" ] || return 0
  all=$(lk_below "$lk_child") || :
  # shellcheck disable=SC2086 # one word for each process
  kill -TERM $all 2>/dev/null || :
  # shellcheck disable=SC2086
  kill -CONT $all 2>/dev/null || :
}

# lk_below PID stops a process and all its descendants, so that they start no more, and prints their numbers. A process that runs (R)
# when it is told to stop may still be within the start of another one.
lk_below() {
  local stat rest parent
  kill -STOP "$1" 2>/dev/null || :
  while { read -r rest <"/proc/$1/stat"; } 2>/dev/null; do
    case ${rest##*) } in R*) ;; *) break ;; esac
  done
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

# lk_traps runs again after each snippet that ran in this shell, because the snippet may have set traps of its own. The script that
# sources this file defines lk_on_exit and lk_on_term.
lk_traps() {
  trap lk_on_exit EXIT
  trap lk_on_term TERM
  trap - INT QUIT HUP
}
