#!/bin/sh
# Latchkey v0.1, generators/minicluster/scripts/lib-hooks.sh
lk_sourcing=''
lk_user_options() {
  set +eu; [ "${LATCHKEY_STRICT:-}" = true ] || return 0
  if (set -E -o pipefail) 2>/dev/null; then set -E -o pipefail; fi
  set -eu
}
lk_own_options() { if (set +E +o pipefail) 2>/dev/null; then set +E +o pipefail; fi; set +aCfvx; set -eu; unset IFS; }
lk_source() {
  lk_text=$LATCHKEY_FILES/$LATCHKEY_CONTAINER.$1 lk_status=0; [ -f "$lk_text" ] || return 0
  lk_say "running commands.$1"; lk_sourcing=$1; lk_user_options
  if [ "${LATCHKEY_QUIET:-}" = true ]; then . "$lk_text" >/dev/null 2>&1; else . "$lk_text"; fi
  lk_status=$?; lk_own_options; lk_traps; lk_hook=$lk_sourcing lk_sourcing=''; lk_judge "$lk_hook"
}
lk_told() {
  [ -z "$lk_sourcing" ] || lk_error "commands.$lk_sourcing ended with status $1, and so does this container: the command is not run"
}
lk_subshell() {
  lk_text=$LATCHKEY_FILES/$LATCHKEY_CONTAINER.$1 lk_status=0; [ -f "$lk_text" ] || return 0
  lk_say "running commands.$1"; lk_signal=''
  (
    trap - EXIT INT QUIT TERM USR1 USR2; [ "${LATCHKEY_QUIET:-}" != true ] || exec >/dev/null 2>&1
    lk_user_options
    . "$lk_text"
  ) <&0 &
  lk_child=$!; lk_wait; lk_judge "$1"
}
lk_judge() {
  [ "$lk_status" != 0 ] || return 0
  lk_error "commands.$1 ended with status $lk_status"
  [ "${LATCHKEY_STRICT:-}" != true ] || [ "$1" = post ] || exit "$lk_status"
}
