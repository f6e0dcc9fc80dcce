#!/bin/sh
# lib.sh: what the scripts of a MiniCluster's pods share. Sourced; POSIX sh, so that sidecars without bash can use it.
#
# Users' hooks run in the same shell: to stay out of their way every name here begins with lk_ or LATCHKEY_.
# Of programs it needs sleep.
#
# Reads (a boolean is the word true, or unset):
#   LATCHKEY_FILES             folder of these scripts and of the user's texts, default /flux_operator
#   LATCHKEY_MOUNT             the volume shared by all containers of the pod, default /mnt/flux
#   LATCHKEY_CONTAINER         name of this container, the first part of the names of its texts
#   LATCHKEY_VIEW              boolean: flux comes from the view in the shared volume, not from this image
#   LATCHKEY_INSTALL_ROOT      prefix of a flux inside this image, for example /usr
#   LATCHKEY_PYTHON_PATH       folder for PYTHONPATH instead of the view's site-packages
#   LATCHKEY_SIMPLE_SCHEDULER  boolean: do not look for Fluxion
#   LATCHKEY_STRICT            boolean: users' texts run with errexit, nounset and pipefail, and a hook that fails ends the script
#   LATCHKEY_QUIET             boolean: no messages but errors, and no output of hooks
#   LATCHKEY_HOME              home of users that have none, default /home/flux-operator
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

# lk_home gives a home to users without one: for a uid that the image does not know the container runtime sets HOME=/.
lk_home() {
  [ "${HOME:-/}" = / ] || return 0
  HOME=/tmp
  [ ! -w "$LATCHKEY_HOME" ] || HOME=$LATCHKEY_HOME
  : "${USER:=flux-operator}"
  export HOME USER
}

# lk_join LIST FOLDER prints a list like PATH with the folder at its end, once, and never with an empty element.
lk_join() {
  case ":$1:" in
    *":$2:"*) printf '%s' "$1" ;;
    *) printf '%s' "${1:+$1:}$2" ;;
  esac
}

# lk_site_packages prints where the view's python keeps its modules, or nothing.
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

# lk_paths lets this shell find flux: after everything the image itself has, so that its own programs win.
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
# rc1.d; flux-core 0.7x and later ask FLUX_MODPROBE_PATH_APPEND instead (flux-core, src/bindings/python/flux/modprobe.py).
lk_fluxion() {
  FLUX_RC_EXTRA=$(lk_join "${FLUX_RC_EXTRA:-}" "$lk_view/etc/flux")
  export FLUX_RC_EXTRA
  [ -e "$lk_view/lib/flux/modules/sched-fluxion-qmanager.so" ] || return 0
  FLUX_MODULE_PATH_PREPEND=$(lk_join "${FLUX_MODULE_PATH_PREPEND:-}" "$lk_view/lib/flux/modules")
  FLUX_EXEC_PATH_PREPEND=$(lk_join "${FLUX_EXEC_PATH_PREPEND:-}" "$lk_view/libexec/flux/cmd")
  FLUX_MODPROBE_PATH_APPEND=$(lk_join "${FLUX_MODPROBE_PATH_APPEND:-}" "$lk_view/etc/flux/modprobe")
  export FLUX_MODULE_PATH_PREPEND FLUX_EXEC_PATH_PREPEND FLUX_MODPROBE_PATH_APPEND
}

# lk_user_options sets the shell options that a user's text runs under.
lk_user_options() {
  set +eu
  [ "${LATCHKEY_STRICT:-}" = true ] || return 0
  # shellcheck disable=SC3040,SC3041 # tried first in a subshell: dash has no pipefail
  if (set -E -o pipefail) 2>/dev/null; then set -E -o pipefail; fi
  set -eu
}

# lk_own_options takes back whatever options a user's text left behind.
lk_own_options() {
  # shellcheck disable=SC3040,SC3041
  if (set +E +o pipefail) 2>/dev/null; then set +E +o pipefail; fi
  set +aCfvx
  set -eu
  unset IFS
}

# lk_source HOOK runs a hook (init, pre) in this very shell, so that what it exports, defines and changes directory to stays.
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

# lk_told STATUS says which hook ended this script, where one did: by exit, or strict by an error.
lk_told() {
  [ -z "$lk_sourcing" ] || lk_error "commands.$lk_sourcing ended with status $1, and so does this container: the command is not run"
}

# lk_subshell HOOK runs a hook in a subshell, where it sees what init and pre left but changes nothing here.
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

# lk_for_shell FILE says whether a script's first line names sh or bash, or no program at all. lk_flags are then the
# words that the line gives the shell.
lk_for_shell() {
  lk_first='' lk_flags=''
  read -r lk_first <"$1" || :
  case $lk_first in
    '#!'*/sh\ *-* | '#!'*/bash\ *-*) lk_flags=${lk_first#*sh } ;;
    '#!'*/sh | '#!'*/sh\ * | '#!'*/bash | '#!'*/bash\ * | '#!'*/env\ sh | '#!'*/env\ bash) return 0 ;;
    '#!'*) return 1 ;;
  esac
}

# lk_judge HOOK looks at the status that a hook left in lk_status.
lk_judge() {
  [ "$lk_status" != 0 ] || return 0
  lk_error "commands.$1 ended with status $lk_status"
  [ "${LATCHKEY_STRICT:-}" != true ] || [ "$1" = post ] || exit "$lk_status"
}

# lk_run PROGRAM... runs a program as a child that gets the SIGTERM sent to this script; its status comes in lk_status.
# The first process of a container must do this itself, or the kubelet's SIGTERM reaches nobody.
lk_run() {
  lk_signal=''
  (
    trap - EXIT INT QUIT TERM USR1 USR2
    exec "$@"
  ) <&0 &
  lk_child=$!
  lk_wait
}

# lk_wait waits for lk_child. A trapped signal ends wait early: then the child is waited for once more.
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

# lk_pass_term hands SIGTERM on.
lk_pass_term() { kill -TERM "$lk_child" 2>/dev/null || :; }

# lk_traps is called again after each sourced hook, which may have set traps of its own. The script that sources this
# file says in lk_finish what is to be done at its end, whatever happened.
lk_traps() {
  trap lk_finish EXIT
  trap lk_on_term TERM
  trap - INT QUIT HUP
}
