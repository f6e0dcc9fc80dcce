#!/bin/sh
# sidecar.sh: runs the user's command in a container beside the broker, or in a service of the set.
#
# bash runs hooks and commands if the image has it, and otherwise sh. init runs in this shell, so its exports stay. servicePre
# and post run in subshells. It needs the programs sleep and cat, and also flux and timeout to wait for the whole instance.
#
# Reads, besides what lib.sh reads (a boolean is the word true, or unset):
#   LATCHKEY_SERVICE      boolean: ends with its command; unset: stays until the kubelet stops it, because Kubernetes starts
#                         a sidecar that ends again
#   LATCHKEY_WAIT_SOCKET  boolean: before the command, wait for the broker's socket and then for the instance
#   LATCHKEY_WAIT_SECONDS how long, default 3600
#   LATCHKEY_LONG         boolean: the command is too long for an argument, so it is run from its file
# Sets for the command: fluxsocket, the broker's URI.
# Files: LATCHKEY_CONTAINER.command or .script in LATCHKEY_FILES, and the hooks
: "${LATCHKEY_FILES:=/flux_operator}"
if [ -z "${BASH_VERSION:-}" ] && command -v bash >/dev/null 2>&1; then exec bash "$0"; fi
# shellcheck source=lib.sh
. "$LATCHKEY_FILES/lib.sh"

lk_ran='' lk_shell=sh lk_flags=''
[ -z "${BASH_VERSION:-}" ] || lk_shell=bash

# shellcheck disable=SC2317 # called by the traps of lib.sh
# lk_finish always runs at the end and keeps the status. A sidecar that is stopped ended well.
lk_finish() {
  lk_last=$? lk_ending=true
  trap - EXIT
  [ -z "$lk_sourcing" ] || lk_report_hook "$lk_last"
  [ -n "$lk_ran" ] || lk_hook post
  exit "$lk_last"
}

# lk_find_socket sets fluxsocket once the broker has made its socket: local, or local-<rank> with disableSocket.
lk_find_socket() {
  for lk_each in "$lk_config"/run/flux/local*; do
    if [ -S "$lk_each" ]; then
      fluxsocket=local://$lk_each
      export fluxsocket
      return 0
    fi
  done
  return 1
}

# lk_await_socket looks five times a second, because a broker can be up within a second.
lk_await_socket() {
  [ "${LATCHKEY_WAIT_SOCKET:-}" = true ] || {
    lk_find_socket || :
    return 0
  }
  lk_left=$((${LATCHKEY_WAIT_SECONDS:-3600} * 5))
  lk_say "waiting for the broker's socket"
  until lk_find_socket; do
    [ "$lk_left" -gt 0 ] || lk_fail "no socket of a broker in $lk_config/run/flux after ${LATCHKEY_WAIT_SECONDS:-3600} s"
    lk_left=$((lk_left - 1))
    sleep 0.2 2>/dev/null || sleep 1
  done
  lk_await_instance
}

# lk_await_instance waits until the instance takes work. A broker has its socket before it has found the others. A sidecar
# without flux, or with another user than the broker's, goes on at once.
lk_await_instance() {
  command -v flux >/dev/null 2>&1 && command -v timeout >/dev/null 2>&1 || return 0
  # shellcheck disable=SC2016 # for the shell that runs it
  lk_run timeout "$((lk_left / 5 + 1))" sh -c 'FLUX_URI=$fluxsocket exec flux python -c "$0" >/dev/null 2>&1' \
    'import flux; flux.Flux().rpc("state-machine.wait").get()'
}

# lk_pass_term passes SIGTERM on. A shell that gets SIGTERM leaves its programs running, so all processes get it when this
# script is process 1 and sees only its own container.
lk_pass_term() {
  if [ $$ = 1 ]; then kill -TERM -1 2>/dev/null || :; else kill -TERM "$lk_child" 2>/dev/null || :; fi
}

# lk_command runs the script or the command. A single simple command replaces the shell as a process.
lk_command() {
  lk_base=$LATCHKEY_FILES/$LATCHKEY_CONTAINER lk_status=0
  if [ -f "$lk_base.script" ]; then
    # shellcheck source=lib-shebang.sh
    . "$LATCHKEY_FILES/lib-shebang.sh"
    lk_for_shell "$lk_base.script" || lk_shell='' # it names its own program
    # shellcheck disable=SC2086 # the options are words
    set -- $lk_flags "$lk_base.script"
  fi
  if [ $# = 0 ] && [ -f "$lk_base.command" ]; then
    if [ "${LATCHKEY_LONG:-}" = true ]; then set -- "$lk_base.command"; else set -- -c "$(cat "$lk_base.command")"; fi
  fi
  [ $# != 0 ] || return 0
  if [ "${LATCHKEY_STRICT:-}" = true ] && [ -n "$lk_shell" ]; then
    case $lk_shell in bash) set -- -eEu -o pipefail "$@" ;; *) set -- -eu "$@" ;; esac
  fi
  # shellcheck disable=SC2086 # empty when the script is a program by itself
  lk_run $lk_shell "$@"
  lk_say "the command ended with status $lk_status"
}

# lk_stay keeps a sidecar until it is stopped. The status of its command shows in the pod and has no other effect.
lk_stay() {
  while [ -z "$lk_terminated" ]; do lk_run sleep 3600; done
  exit "$lk_ended"
}

lk_main() {
  lk_home
  lk_hook init
  [ -z "${LATCHKEY_INSTALL_ROOT:-}" ] || lk_add PATH "$LATCHKEY_INSTALL_ROOT/bin"
  # shellcheck source=lib-view.sh
  [ "${LATCHKEY_VIEW:-}" = false ] || . "$LATCHKEY_FILES/lib-view.sh"
  lk_hook servicePre
  lk_await_socket
  lk_command
  lk_ended=$lk_status
  if [ "${LATCHKEY_SERVICE:-}" = true ] || [ -n "$lk_terminated" ]; then exit "$lk_status"; fi
  lk_hook post
  lk_ran=true
  lk_stay
}

lk_traps
lk_main
