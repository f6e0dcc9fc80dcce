#!/bin/sh
# lib-hooks.sh: runs the hooks of commands. Sourced by lib.sh, in sets with hooks. It is POSIX sh.
#
# Reads, besides what lib.sh reads (a boolean is the word true, or unset):
#   LATCHKEY_STRICT  boolean: users' snippets run with errexit, nounset and pipefail, and a failed hook ends the script
# With LATCHKEY_QUIET hooks print nothing.
# Files: LATCHKEY_CONTAINER.init, .pre and so on in LATCHKEY_FILES
# shellcheck disable=SC2034,SC2154 # names of other parts

# lk_user_options sets the shell options for a user's text.
lk_user_options() {
  set +eu
  [ "${LATCHKEY_STRICT:-}" = true ] || return 0
  # shellcheck disable=SC3040,SC3041 # tried first in a subshell: dash has no pipefail
  if (set -E -o pipefail) 2>/dev/null; then set -E -o pipefail; fi
  set -eu
}

# lk_own_options restores the shell options of this script after a user's text.
lk_own_options() {
  # shellcheck disable=SC3040,SC3041
  if (set +E +o pipefail) 2>/dev/null; then set +E +o pipefail; fi
  set +aCfvx
  set -eu
  unset IFS
}

# lk_run_hook HOOK runs a hook, and reports one that failed with lk_status. In strict mode that ends the script, except for
# post.
lk_run_hook() {
  lk_text=$LATCHKEY_FILES/$LATCHKEY_CONTAINER.$1 lk_status=0
  lk_say "running commands.$1"
  case $1 in init | pre) lk_source "$1" ;; *) lk_subshell ;; esac
  [ "$lk_status" != 0 ] || return 0
  lk_error "commands.$1 ended with status $lk_status"
  [ "${LATCHKEY_STRICT:-}" != true ] || [ "$1" = post ] || exit "$lk_status"
}

# lk_source HOOK runs a hook in this shell, so its exports, functions and working directory stay.
lk_source() {
  lk_sourcing=$1
  lk_user_options
  # shellcheck disable=SC1090
  if [ "${LATCHKEY_QUIET:-}" = true ]; then . "$lk_text" >/dev/null 2>&1; else . "$lk_text"; fi
  lk_status=$?
  lk_own_options
  lk_traps
  lk_sourcing=''
}

# lk_report_hook STATUS names the hook that ended this script: by exit, or in strict mode by an error.
lk_report_hook() {
  lk_own_options
  lk_error "commands.$lk_sourcing ended with status $1, and so does this container: the command is not run"
}

# lk_subshell runs a hook in a subshell. The hook sees the changes of init and pre, and changes nothing here.
lk_subshell() {
  lk_signal='' lk_child=starting
  # shellcheck disable=SC1090
  (
    trap - EXIT INT QUIT TERM USR1 USR2
    [ "${LATCHKEY_QUIET:-}" != true ] || exec >/dev/null 2>&1
    lk_user_options
    . "$lk_text"
  ) <&0 &
  lk_child=$!
  lk_wait
}
