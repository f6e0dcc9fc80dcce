#!/bin/bash
# match.sh: finds processes by what the user says. Sourced after processes.sh, in sets with such files.
#
# Reads:
#   JOB_COMPLETION_INDEX  index of the pod, default 0
# Files:
#   .watch .watch-<index>  command line of the process, for all pods and for single pods
#   .pattern               extended regular expression that the command line must match, instead of .watch
# shellcheck disable=SC2154 # lk_texts and others come from lib.sh
lk_wanted='' lk_pattern=''

# lk_what sets lk_wanted, the command line to look for, or lk_pattern. It fails if there is no such text.
lk_what() {
  local each
  if [ -f "$lk_texts.pattern" ]; then
    lk_pattern=$(<"$lk_texts.pattern")
    return
  fi
  for each in "$lk_texts.watch-${JOB_COMPLETION_INDEX:-0}" "$lk_texts.watch"; do
    if [ -f "$each" ]; then
      lk_wanted=$(<"$each")
      return
    fi
  done
  return 1
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

# lk_is_ours PID succeeds when a process descends from this script.
lk_is_ours() {
  local pid=$1
  while [ "$pid" != $$ ]; do
    [ "$pid" -gt 1 ] && lk_stat "$pid" || return 1
    pid=$lk_parent
  done
}

# lk_fits PID succeeds when the command line of a process is the wanted one. No process of this script fits.
lk_fits() {
  lk_command_line "$1" || return 1
  [ -n "$lk_line" ] || return 1
  [[ $lk_line =~ $lk_pattern ]] || return 1
  [ -n "$lk_pattern" ] || [ "$lk_line" = "$lk_wanted" ] || lk_is_script || return 1
  ! lk_is_ours "$1" && lk_stat "$1"
}
