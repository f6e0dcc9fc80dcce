#!/bin/bash
# watch.sh: finds the process to watch in the pod's other containers, through /proc. Sourced.
#
# Reads:
#   LATCHKEY_TIMEOUT      seconds to wait for the process; unset: as long as the application lives
#   LATCHKEY_ALONE_SECONDS  seconds to wait while no other process was ever seen in the pod, default 60; an application starts
#                         before the container that watches it, unless its image comes late
#   LATCHKEY_SIDECAR      native: Kubernetes stops this container after the application; unset: it must end by itself
#   JOB_COMPLETION_INDEX  index of the pod, default 0
# Texts:
#   .watch .watch-<index>  command line of the process, for all pods and for single pods
#   .pattern               extended regular expression that the command line must match, instead of .watch
# shellcheck disable=SC2154 # lk_texts and others come from lib.sh
lk_samples=0 lk_step=0.2 lk_never=''
# ships for: .watch or .pattern
lk_wanted='' lk_pattern=''

# lk_what sets lk_wanted, the command line to look for, or lk_pattern. It fails if there is no such text.
lk_what() {
  local each
  # ships for: .pattern
  if [ -f "$lk_texts.pattern" ]; then
    lk_pattern=$(<"$lk_texts.pattern")
    return
  fi
  # ships for: .watch
  for each in "$lk_texts.watch-${JOB_COMPLETION_INDEX:-0}" "$lk_texts.watch"; do
    if [ -f "$each" ]; then
      lk_wanted=$(<"$each")
      return
    fi
  done
  return 1
}

# lk_command_line PID sets lk_line to the arguments of a process, joined by blanks.
lk_command_line() {
  local word
  lk_line=''
  { while IFS= read -r -d '' word; do lk_line="$lk_line $word"; done </proc/"$1"/cmdline; } 2>/dev/null || return 1
  lk_line=${lk_line# }
}

# lk_is_script succeeds when lk_line is an interpreter, its options, and the wanted command, which is a script: the kernel puts
# the interpreter first. A script found on PATH is compared without its folder. After -o and the like comes a value, and after
# an option that ends in c the text of a command.
lk_is_script() {
  local folder='([^ ]*/)?' options='( -[oOWX] [^ ]+| --[^ ]*| -([^ ]*[^c ])?)*'
  local interpreter='([bd]?ash|(mk|t?c|k|z)?sh|fish|python[^ ]*|perl[^ ]*|ruby[^ ]*|Rscript|lua[^ ]*|tclsh[^ ]*|node|julia[^ ]*)'
  case ${lk_wanted%% *} in */*) folder='' ;; esac
  [[ $lk_line =~ ^([^ ]*/)?$interpreter$options\ $folder"$lk_wanted"$ ]]
}

# lk_stat PID sets lk_parent and lk_start, the start time, because a process number can be used again.
lk_stat() {
  local text fields
  { read -r text <"/proc/$1/stat"; } 2>/dev/null || return 1
  read -r -a fields <<<"${text##*) }"
  lk_parent=${fields[1]:-0} lk_start=${fields[19]:-0}
  [ "${fields[0]:-Z}" != Z ] # a zombie has ended
}

# lk_is_ours PID succeeds when a process descends from this script.
lk_is_ours() {
  local pid=$1
  while [ "$pid" != $$ ]; do
    [ "$pid" -gt 1 ] && lk_stat "$pid" || return 1
    pid=$lk_parent
  done
}

lk_fits() {
  lk_command_line "$1" || return 1
  [ -n "$lk_line" ] || return 1
  # ships for: .pattern
  [[ $lk_line =~ $lk_pattern ]] || return 1
  # ships for: .watch
  [ -n "$lk_pattern" ] || [ "$lk_line" = "$lk_wanted" ] || lk_is_script || return 1
  ! lk_is_ours "$1" && lk_stat "$1"
}

# lk_find sets lk_pid to the matching process with the lowest number.
lk_find() {
  local each best=''
  for each in /proc/[0-9]*; do
    each=${each#/proc/}
    if [ -z "$best" ] || [ "$each" -lt "$best" ]; then
      if lk_fits "$each"; then best=$each; fi
    fi
  done
  [ -n "$best" ] && lk_stat "$best" || return 1
  lk_pid=$best lk_born=$lk_start
}

lk_alive() { lk_stat "$lk_pid" && [ "$lk_start" = "$lk_born" ]; }

# lk_alone succeeds when the pod runs only this container and its process 1, which holds the pod together.
lk_alone() {
  local each
  for each in /proc/[0-9]*; do
    each=${each#/proc/}
    [ "$each" = 1 ] || lk_is_ours "$each" || ! lk_stat "$each" || return 1
  done
}

# lk_pause SECONDS waits without a program, because a program started several times a second would be measured too.
lk_pause() {
  [ -n "$lk_never" ] || exec {lk_never}<> <(:)
  read -r -t "$1" -u "$lk_never" || :
}

# lk_await looks for the process five times a second, until it finds it, the time is over, or the application has ended.
lk_await() {
  # ships for: LATCHKEY_TIMEOUT
  local end=$((SECONDS + ${LATCHKEY_TIMEOUT:-0}))
  # ships for: not LATCHKEY_SIDECAR=native
  local company='' alone=$((SECONDS + ${LATCHKEY_ALONE_SECONDS:-60}))
  until lk_find; do
    [ -z "$lk_stopped" ] || return 1
    # ships for: LATCHKEY_TIMEOUT
    [ -z "${LATCHKEY_TIMEOUT:-}" ] || [ "$SECONDS" -lt "$end" ] || return 1
    # ships for: not LATCHKEY_SIDECAR=native
    if [ "${LATCHKEY_SIDECAR:-}" != native ]; then
      if ! lk_alone; then company=true; elif [ -n "$company" ] || [ "$SECONDS" -ge "$alone" ]; then return 1; fi
    fi
    lk_pause 0.2
  done
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
