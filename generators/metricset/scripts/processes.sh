#!/bin/bash
# processes.sh: looks at processes of the pod's other containers, through /proc. Sourced after lib.sh and, if the script has
# them, stages.sh.
# shellcheck disable=SC2034,SC2154 # names of other parts
lk_samples=0 lk_step=0.2 lk_never=''

# lk_command_line PID sets lk_line to the arguments of a process, joined by blanks.
lk_command_line() {
  local word
  lk_line=''
  { while IFS= read -r -d '' word; do lk_line="$lk_line $word"; done </proc/"$1"/cmdline; } 2>/dev/null || return 1
  lk_line=${lk_line# }
}

# lk_stat PID sets lk_parent and lk_start, the start time, because a process number can be used again.
lk_stat() {
  local text fields
  { read -r text <"/proc/$1/stat"; } 2>/dev/null || return 1
  read -r -a fields <<<"${text##*) }"
  lk_parent=${fields[1]:-0} lk_start=${fields[19]:-0}
  [ "${fields[0]:-Z}" != Z ] # a zombie has ended
}

# lk_pause SECONDS waits without a program, because a program started several times a second would be measured too.
lk_pause() {
  [ -n "$lk_never" ] || exec {lk_never}<> <(:)
  read -r -t "$1" -u "$lk_never" || :
}

# lk_is_enough succeeds when the wanted number of samples has been taken.
lk_is_enough() { [ "$lk_samples" != 0 ] && [ "$lk_samples" = "${LATCHKEY_COMPLETIONS:-0}" ]; }

# lk_until TIME waits until a time in seconds since the script began, or until the watched processes have ended.
lk_until() {
  while [ "$SECONDS" -lt "$1" ] && lk_alive && [ -z "$lk_stopped" ]; do lk_pause "$lk_step"; done
}

# shellcheck disable=SC2317 # called by the trap of lib.sh
# lk_on_term only notes that this container is stopped. The script then closes the collection in order.
lk_on_term() {
  lk_stopped=true
  [ -z "$lk_child" ] || lk_pass_term
}
