#!/bin/sh
# Latchkey v0.1, generators/minicluster/scripts/lib.sh
set -eu +xv; : "${LATCHKEY_FILES:=/flux_operator}" "${LATCHKEY_MOUNT:=/mnt/flux}" "${LATCHKEY_CONTAINER:=}"
export LATCHKEY_FILES LATCHKEY_MOUNT LATCHKEY_CONTAINER
lk_config=$LATCHKEY_MOUNT/config lk_view=$LATCHKEY_MOUNT/view lk_complete=$LATCHKEY_MOUNT/flux-operator-complete.txt
lk_child='' lk_signal='' lk_terminated='' lk_ending='' lk_status=0
lk_say() { [ "${LATCHKEY_QUIET:-}" = true ] || printf 'latchkey: %s\n' "$*" >&2; }
lk_error() { printf 'latchkey: error: %s\n' "$*" >&2; }
lk_fail() { lk_error "$@"; exit 1; }
lk_home() {
  [ "${HOME:-/}" = / ] || return 0
  HOME=${LATCHKEY_HOME:-/home/flux-operator} USER=${USER:-flux-operator}; [ -w "$HOME" ] || HOME=/tmp
  export HOME USER
}
lk_add() { eval "lk_each=\${$1:-}"; case ":$lk_each:" in *":$2:"*) ;; *) export "$1=${lk_each:+$lk_each:}$2" ;; esac }
lk_run() { lk_signal=''; (trap - EXIT INT QUIT TERM USR1 USR2; exec "$@") <&0 & lk_child=$!; lk_wait; }
lk_wait() {
  [ -z "$lk_signal" ] || lk_pass_term
  lk_status=127 lk_signal=first
  while [ -n "$lk_signal" ]; do
    lk_signal='' lk_each=0; wait "$lk_child" || lk_each=$?
    [ "$lk_each" = 127 ] && [ "$lk_status" != 127 ] || lk_status=$lk_each
  done
  lk_child=''
}
lk_on_term() {
  lk_signal=TERM lk_terminated=true
  if [ -n "$lk_child" ]; then lk_pass_term; else [ -n "$lk_ending" ] || exit 143; fi
}
lk_pass_term() { kill -TERM "$lk_child" 2>/dev/null || :; }
lk_traps() { trap lk_finish EXIT; trap lk_on_term TERM; trap - INT QUIT HUP; }
