#!/bin/sh
# lib.sh: functions that the scripts of a MiniCluster share. Sourced. It is POSIX sh, because a sidecar may have no bash.
#
# Users' hooks run in the same shell, so every name here begins with lk_ or LATCHKEY_.
# It needs the program sleep.
#
# Reads (a boolean is the word true, or unset):
#   LATCHKEY_FILES             folder of these scripts and of the user's texts, default /flux_operator
#   LATCHKEY_MOUNT             the volume shared by all containers of the pod, default /mnt/flux
#   LATCHKEY_CONTAINER         name of this container; the names of its texts begin with it
#   LATCHKEY_VIEW              boolean: flux comes from the view in the shared volume, not from this image
#   LATCHKEY_INSTALL_ROOT      prefix of a flux inside this image, for example /usr
#   LATCHKEY_PYTHON_PATH       folder for PYTHONPATH instead of the view's site-packages
#   LATCHKEY_SIMPLE_SCHEDULER  boolean: do not look for Fluxion
#   LATCHKEY_STRICT            boolean: users' texts run with errexit, nounset and pipefail, and a failed hook ends the script
#   LATCHKEY_QUIET             boolean: print only errors, and no output of hooks
#   LATCHKEY_HOME              home of a user that has none, default /home/flux-operator
# shellcheck disable=SC2034 # some names are for the scripts that source this file
set +xv # options may come in by SHELLOPTS, and a trace would print what is private
set -eu

: "${LATCHKEY_FILES:=/flux_operator}" "${LATCHKEY_MOUNT:=/mnt/flux}" "${LATCHKEY_CONTAINER:=}" "${LATCHKEY_HOME:=/home/flux-operator}"
export LATCHKEY_FILES LATCHKEY_MOUNT LATCHKEY_CONTAINER
lk_config=$LATCHKEY_MOUNT/config
lk_view=$LATCHKEY_MOUNT/view
lk_complete=$LATCHKEY_MOUNT/flux-operator-complete.txt
lk_running=$LATCHKEY_MOUNT/latchkey-running
lk_child='' lk_signal='' lk_terminated='' lk_ending='' lk_sourcing='' lk_status=0

lk_say() { [ "${LATCHKEY_QUIET:-}" = true ] || printf 'latchkey: %s\n' "$*" >&2; }
lk_error() { printf 'latchkey: error: %s\n' "$*" >&2; }
lk_fail() {
  lk_error "$@"
  exit 1
}

# lk_home gives a home to a user without one. For a uid that the image does not know, the container runtime sets HOME=/.
lk_home() {
  [ "${HOME:-/}" = / ] || return 0
  HOME=/tmp
  [ ! -w "$LATCHKEY_HOME" ] || HOME=$LATCHKEY_HOME
  : "${USER:=flux-operator}"
  export HOME USER
}

# lk_join LIST FOLDER prints a list like PATH with the folder at its end. The folder is there once, and no element is empty.
lk_join() {
  case ":$1:" in
    *":$2:"*) printf '%s' "$1" ;;
    *) printf '%s' "${1:+$1:}$2" ;;
  esac
}

# lk_site_packages prints the folder of the view's python modules, or nothing.
lk_site_packages() {
  if [ -n "${LATCHKEY_PYTHON_PATH:-}" ]; then
    printf '%s' "$LATCHKEY_PYTHON_PATH"
    return
  fi
  for lk_each in "$lk_view"/lib/python3*/site-packages; do
    if [ -d "$lk_each" ]; then
      printf '%s' "$lk_each"
      return
    fi
  done
}

# lk_paths adds flux to PATH, after all folders of the image, so that the image's own programs win.
lk_paths() {
  if [ -n "${LATCHKEY_INSTALL_ROOT:-}" ]; then PATH=$(lk_join "$PATH" "$LATCHKEY_INSTALL_ROOT/bin"); fi
  export PATH
  [ "${LATCHKEY_VIEW:-}" = true ] || return 0
  PATH=$(lk_join "$PATH" "$lk_view/bin")
  lk_each=$(lk_site_packages)
  [ -z "$lk_each" ] || PYTHONPATH=$(lk_join "${PYTHONPATH:-}" "$lk_each")
  [ -z "${PYTHONPATH:-}" ] || export PYTHONPATH
  [ "${LATCHKEY_SIMPLE_SCHEDULER:-}" = true ] || lk_fluxion
}

# lk_fluxion shows flux the Fluxion of the view, which has a prefix of its own there. FLUX_RC_EXTRA names the parent of
# rc1.d; flux-core 0.7x and later read FLUX_MODPROBE_PATH_APPEND instead (flux-core, src/bindings/python/flux/modprobe.py).
lk_fluxion() {
  FLUX_RC_EXTRA=$(lk_join "${FLUX_RC_EXTRA:-}" "$lk_view/etc/flux")
  export FLUX_RC_EXTRA
  [ -e "$lk_view/lib/flux/modules/sched-fluxion-qmanager.so" ] || return 0
  FLUX_MODULE_PATH_PREPEND=$(lk_join "${FLUX_MODULE_PATH_PREPEND:-}" "$lk_view/lib/flux/modules")
  FLUX_EXEC_PATH_PREPEND=$(lk_join "${FLUX_EXEC_PATH_PREPEND:-}" "$lk_view/libexec/flux/cmd")
  FLUX_MODPROBE_PATH_APPEND=$(lk_join "${FLUX_MODPROBE_PATH_APPEND:-}" "$lk_view/etc/flux/modprobe")
  export FLUX_MODULE_PATH_PREPEND FLUX_EXEC_PATH_PREPEND FLUX_MODPROBE_PATH_APPEND
}

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

# lk_source HOOK runs a hook (init, pre) in this shell, so its exports, functions and working directory stay.
lk_source() {
  lk_text=$LATCHKEY_FILES/$LATCHKEY_CONTAINER.$1 lk_status=0
  [ -f "$lk_text" ] || return 0
  lk_say "running commands.$1"
  lk_sourcing=$1
  lk_user_options
  # shellcheck disable=SC1090
  if [ "${LATCHKEY_QUIET:-}" = true ]; then . "$lk_text" >/dev/null 2>&1; else . "$lk_text"; fi
  lk_status=$?
  lk_own_options
  lk_traps
  lk_hook=$lk_sourcing lk_sourcing=''
  lk_judge "$lk_hook"
}

# lk_told STATUS names the hook that ended this script, if one did: by exit, or in strict mode by an error.
lk_told() {
  [ -z "$lk_sourcing" ] || lk_error "commands.$lk_sourcing ended with status $1, and so does this container: the command is not run"
}

# lk_subshell HOOK runs a hook in a subshell. The hook sees the changes of init and pre, and changes nothing here.
lk_subshell() {
  lk_text=$LATCHKEY_FILES/$LATCHKEY_CONTAINER.$1 lk_status=0
  [ -f "$lk_text" ] || return 0
  lk_say "running commands.$1"
  lk_signal=''
  # shellcheck disable=SC1090
  (
    trap - EXIT INT QUIT TERM USR1 USR2
    [ "${LATCHKEY_QUIET:-}" != true ] || exec >/dev/null 2>&1
    lk_user_options
    . "$lk_text"
  ) <&0 &
  lk_child=$!
  lk_wait
  lk_judge "$1"
}

# lk_for_shell FILE succeeds when the first line of a script names sh or bash, or no program. It sets lk_flags to the shell's
# options in that line.
lk_for_shell() {
  lk_first='' lk_flags=''
  read -r lk_first <"$1" || :
  case $lk_first in
    '#!'*/sh\ *-* | '#!'*/bash\ *-*) lk_flags=${lk_first#*sh } ;;
    '#!'*/sh | '#!'*/sh\ * | '#!'*/bash | '#!'*/bash\ * | '#!'*/env\ sh | '#!'*/env\ bash) return 0 ;;
    '#!'*) return 1 ;;
  esac
}

# lk_judge HOOK reports a hook that failed with lk_status. In strict mode it ends the script, except for post.
lk_judge() {
  [ "$lk_status" != 0 ] || return 0
  lk_error "commands.$1 ended with status $lk_status"
  [ "${LATCHKEY_STRICT:-}" != true ] || [ "$1" = post ] || exit "$lk_status"
}

# lk_run PROGRAM... runs a program as a child, passes SIGTERM to it, and sets lk_status to its status.
# The first process of a container must pass the kubelet's SIGTERM on, because nobody else does.
lk_run() {
  lk_signal=''
  (
    trap - EXIT INT QUIT TERM USR1 USR2
    exec "$@"
  ) <&0 &
  lk_child=$!
  lk_wait
}

# lk_wait waits for lk_child. A trapped signal ends wait early; then lk_wait waits again.
lk_wait() {
  [ -z "$lk_signal" ] || lk_pass_term
  lk_status=127
  while :; do
    lk_signal='' lk_each=0
    wait "$lk_child" || lk_each=$?
    [ "$lk_each" = 127 ] && [ "$lk_status" != 127 ] || lk_status=$lk_each
    [ -n "$lk_signal" ] || break
  done
  lk_child=''
}

lk_on_term() {
  lk_signal=TERM lk_terminated=true
  if [ -n "$lk_child" ]; then lk_pass_term; elif [ -z "$lk_ending" ]; then exit 143; fi
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
