#!/bin/sh
# Latchkey v0.1, generators/minicluster/scripts/sidecar.sh
: "${LATCHKEY_FILES:=/flux_operator}"
if [ -z "${BASH_VERSION:-}" ] && command -v bash >/dev/null 2>&1; then exec bash "$0"; fi
. "$LATCHKEY_FILES/lib.sh"
# ships for: .init or .pre or .post or .servicePre or .brokerPre or .workerPre
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
# end >
lk_ran='' lk_watch='' lk_shell=sh lk_flags='' lk_running=$LATCHKEY_MOUNT/latchkey-running
[ -z "${BASH_VERSION:-}" ] || lk_shell=bash
lk_finish() {
  lk_last=$? lk_ending=true; trap - EXIT
  # ships for: .init < >
  lk_own_options
  # end <
  # ships for: .init >
  lk_told "$lk_last"
  # end <
  # ships for: LATCHKEY_SIDECAR=container >
  [ -z "$lk_watch" ] || kill -KILL "$lk_watch" 2>/dev/null || :
  # end
  # ships for: .post >
  [ -n "$lk_ran" ] || lk_subshell post
  # end
  # ships for: LATCHKEY_SIDECAR=container
  if [ "${LATCHKEY_SIDECAR:-native}" = container ]; then
    [ "$lk_last" = 0 ] || [ -n "$lk_terminated" ] || lk_error "this sidecar ended with status $lk_last"
    lk_last=0
  fi
  # end >
  exit "$lk_last"
}
lk_find_socket() {
  for lk_each in "$lk_config"/run/flux/local*; do
    if [ -S "$lk_each" ]; then fluxsocket=local://$lk_each; export fluxsocket; return 0; fi
  done
  return 1
}
lk_await_socket() {
  [ "${LATCHKEY_WAIT_SOCKET:-}" = true ] || { lk_find_socket || :; return 0; }
  lk_left=$((${LATCHKEY_WAIT_SECONDS:-3600} * 5)); lk_say "waiting for the broker's socket"
  until lk_find_socket; do
    [ "$lk_left" -gt 0 ] || lk_fail "no socket of a broker in $lk_config/run/flux after ${LATCHKEY_WAIT_SECONDS:-3600} s"
    lk_left=$((lk_left - 1)); sleep 0.2 2>/dev/null || sleep 1
  done
  lk_await_instance
}
lk_await_instance() {
  command -v flux >/dev/null 2>&1 && command -v timeout >/dev/null 2>&1 || return 0
  lk_run timeout "$((lk_left / 5 + 1))" sh -c 'FLUX_URI=$fluxsocket exec flux python -c "$0" >/dev/null 2>&1' \
    'import flux; flux.Flux().rpc("state-machine.wait").get()'
}
lk_watch_runner() {
  trap - EXIT; trap '' TERM
  until [ -e "$lk_complete" ] || [ -p "$lk_running" ]; do sleep 1; done
  if [ -p "$lk_running" ]; then exec 3<>"$lk_running" 4<"$lk_running" 3>&-; read -r _ <&4 || :; fi
  sleep 1
  while kill -TERM $$; do sleep 10; done >/dev/null 2>&1
}
lk_pass_term() { if [ $$ = 1 ]; then kill -TERM -1 2>/dev/null || :; else kill -TERM "$lk_child" 2>/dev/null || :; fi; }
lk_command() {
  lk_base=$LATCHKEY_FILES/$LATCHKEY_CONTAINER lk_status=0
  # ships for: .script <
  if [ -f "$lk_base.script" ]; then lk_for_shell "$lk_base.script" || lk_shell=''; set -- $lk_flags "$lk_base.script"; fi
  # end
  if [ $# = 0 ] && [ -f "$lk_base.command" ]; then
    set -- -c "$(cat "$lk_base.command")"
    # ships for: LATCHKEY_LONG=true < >
    [ "${LATCHKEY_LONG:-}" != true ] || set -- "$lk_base.command"
    # end
  fi
  [ $# != 0 ] || return 0
  # ships for: LATCHKEY_STRICT=true
  if [ "${LATCHKEY_STRICT:-}" = true ] && [ -n "$lk_shell" ]; then
    case $lk_shell in bash) set -- -eEu -o pipefail "$@" ;; *) set -- -eu "$@" ;; esac
  fi
  # end >
  lk_run $lk_shell "$@"; lk_say "the command ended with status $lk_status"
}
lk_stay() { while [ -z "$lk_terminated" ]; do lk_run sleep 3600; done; exit 0; }
lk_main() {
  lk_home
  # ships for: .init < >
  lk_source init
  # end <
  # ships for: LATCHKEY_INSTALL_ROOT >
  lk_root_paths
  # end <
  # ships for: not LATCHKEY_VIEW=false >
  lk_view_paths
  # end <
  # ships for: LATCHKEY_SIDECAR=container
  if [ "${LATCHKEY_SIDECAR:-native}" = container ]; then lk_watch_runner & lk_watch=$!; fi
  # end
  # ships for: .servicePre >
  lk_subshell servicePre
  # end < >
  lk_await_socket; lk_command
  if [ "${LATCHKEY_SIDECAR:-native}" != native ] || [ -n "$lk_terminated" ]; then exit "$lk_status"; fi
  lk_last=$lk_status
  # ships for: .post < >
  lk_subshell post
  # end < >
  lk_ran=true; lk_stay
}
lk_traps; lk_main
