#!/bin/sh
# lib.sh: functions that the scripts of a MiniCluster share. Sourced. It is POSIX sh, because a sidecar may have no bash.
#
# Users' hooks run in the same shell, so every name here begins with lk_ or LATCHKEY_.
# It needs the program sleep.
#
# Reads (a boolean is the word true, or unset):
#   LATCHKEY_FILES             folder of these scripts and of the user's snippets, default /flux_operator
#   LATCHKEY_MOUNT             the volume shared by all containers of the pod, default /mnt/flux
#   LATCHKEY_CONTAINER         name of this container; the names of its snippets begin with it
#   LATCHKEY_QUIET             boolean: print only errors
#   LATCHKEY_HOME              home of a user that has none, default /home/flux-operator
# shellcheck disable=SC2034 # some names are for the scripts that source this file
set -eu +xv # options may come in by SHELLOPTS, and a trace would print what is private

: "${LATCHKEY_FILES:=/flux_operator}" "${LATCHKEY_MOUNT:=/mnt/flux}" "${LATCHKEY_CONTAINER:=}"
export LATCHKEY_FILES LATCHKEY_MOUNT LATCHKEY_CONTAINER
lk_config=$LATCHKEY_MOUNT/config lk_view=$LATCHKEY_MOUNT/view
lk_child='' lk_signal='' lk_terminated='' lk_ending='' lk_sourcing='' lk_status=0

lk_say() { [ "${LATCHKEY_QUIET:-}" = true ] || printf 'latchkey: %s\n' "$*" >&2; }
lk_error() { printf 'latchkey: error: %s\n' "$*" >&2; }
lk_fail() {
  lk_error "$@"
  exit 1
}

# lk_hook KIND runs the hook of this kind, if this container has it: init, pre, post, brokerPre, workerPre or servicePre.
lk_hook() {
  [ -f "$LATCHKEY_FILES/$LATCHKEY_CONTAINER.$1" ] || return 0
  # shellcheck source=lib-hooks.sh
  . "$LATCHKEY_FILES/lib-hooks.sh"
  lk_run_hook "$1"
}

# lk_home gives a home to a user without one. For a uid that the image does not know, the container runtime sets HOME=/.
lk_home() {
  [ "${HOME:-/}" = / ] || return 0
  HOME=${LATCHKEY_HOME:-/home/flux-operator} USER=${USER:-flux-operator}
  [ -w "$HOME" ] || HOME=/tmp
  export HOME USER
}

# lk_add NAME FOLDER exports a list like PATH with the folder at its end. The folder is there once, and no element is empty.
lk_add() {
  eval "lk_each=\${$1:-}"
  case ":$lk_each:" in *":$2:"*) ;; *) export "$1=${lk_each:+$lk_each:}$2" ;; esac
}

# lk_run PROGRAM... runs a program as a child, passes SIGTERM to it, and sets lk_status to its status.
# The first process of a container must pass the kubelet's SIGTERM on, because nobody else does.
lk_run() {
  lk_signal='' lk_child=starting
  (trap - EXIT INT QUIT TERM USR1 USR2 && exec "$@") <&0 &
  lk_child=$!
  lk_wait
}

# lk_wait waits for lk_child. A trapped signal ends wait early; then lk_wait waits again.
lk_wait() {
  [ -z "$lk_signal" ] || lk_pass_term
  lk_status=127 lk_signal=first
  while [ -n "$lk_signal" ]; do
    lk_signal='' lk_each=0
    wait "$lk_child" || lk_each=$?
    [ "$lk_each" = 127 ] && [ "$lk_status" != 127 ] || lk_status=$lk_each
  done
  lk_child=''
}

lk_on_term() {
  lk_signal=TERM lk_terminated=true
  case $lk_child in
    '') [ -n "$lk_ending" ] || exit 143 ;;
    starting) ;; # lk_wait passes it on
    *) lk_pass_term ;;
  esac
}

# lk_pass_term passes SIGTERM on.
lk_pass_term() { kill -TERM "$lk_child" 2>/dev/null || :; }

# lk_traps runs again after each sourced hook, because the hook may have set traps of its own. The script that sources this
# file defines lk_finish, which always runs at its end.
lk_traps() {
  trap lk_finish EXIT
  trap lk_on_term TERM
  trap - INT QUIT HUP
}
