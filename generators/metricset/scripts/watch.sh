#!/bin/bash
# watch.sh: finds the process to watch among those of the pod's other containers, through /proc. Sourced.
#
# Reads:
#   LATCHKEY_TIMEOUT      seconds to wait for the process, default 0: as long as the application lives
#   LATCHKEY_ALONE_SECONDS  seconds to wait in a pod in which nothing else was ever seen, default 60; an application starts
#                         before the container that watches it, unless its image cannot be had at once
#   LATCHKEY_SIDECAR      native: this container is stopped after the application; unset: it has to end by itself
#   JOB_COMPLETION_INDEX  index of the pod, default 0
# Texts:
#   .watch .watch-<index>  command line of the process, for all pods and for single ones
#   .pattern               extended regular expression to find in the command line, in place of it
# shellcheck disable=SC2154 # lk_texts and others come from lib.sh
lk_samples=0 lk_step=0.2 lk_never='' lk_pid='' lk_born='' lk_wanted='' lk_pattern=''

# lk_what sets lk_wanted, the command line to look for, or lk_pattern. It fails where no text says what.
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

# lk_command_line PID sets lk_line to the arguments of a process, with blanks between them, and lk_script to a script and
# its arguments, without the interpreter and its options, which the kernel puts before the name of the script.
lk_command_line() {
  local word reads='' skip=''
  lk_line='' lk_script=''
  {
    while IFS= read -r -d '' word; do
      if [ -z "$lk_line" ]; then
        case ${word##*/} in
          sh | bash | dash | ash | ksh | mksh | zsh | csh | tcsh | fish | python* | perl* | ruby* | Rscript | lua* | tclsh* | node | julia*) reads=true ;;
        esac
        lk_line=$word
        continue
      fi
      lk_line="$lk_line $word"
      case $reads$skip:$lk_script:$word in
        trueskip:*) skip='' ;;
        true::--*) ;;
        true::-[oOWX]) skip=skip ;;            # its value comes next
        true::-c | true::-[a-z]*c) reads='' ;; # the text of a command comes next, and no script
        true::-*) ;;
        true:*) lk_script="$lk_script${lk_script:+ }$word" ;;
      esac
    done </proc/"$1"/cmdline
  } 2>/dev/null || return 1
}

# lk_is_script tells whether lk_script is what is wanted. One that was found on PATH is there with its folder.
lk_is_script() {
  local name=${lk_script%% *}
  [ -n "$lk_script" ] || return 1
  case ${lk_wanted%% *} in
    */*) [ "$lk_script" = "$lk_wanted" ] ;;
    *) [ "${name##*/}${lk_script#"$name"}" = "$lk_wanted" ] ;;
  esac
}

# lk_stat PID sets lk_parent and lk_start, the time at which a process started: a number may be given to another one.
lk_stat() {
  local text fields
  { read -r text <"/proc/$1/stat"; } 2>/dev/null || return 1
  read -r -a fields <<<"${text##*) }"
  lk_parent=${fields[1]:-0} lk_start=${fields[19]:-0}
  [ "${fields[0]:-Z}" != Z ] # a zombie has ended
}

# lk_is_ours PID tells whether a process descends from this script.
lk_is_ours() {
  local pid=$1
  while [ "$pid" != $$ ]; do
    [ "$pid" -gt 1 ] && lk_stat "$pid" || return 1
    pid=$lk_parent
  done
}

lk_fits() {
  lk_command_line "$1" || return 1
  if [ -n "$lk_pattern" ]; then
    [ -n "$lk_line" ] && [[ $lk_line =~ $lk_pattern ]] || return 1
  else
    [ "$lk_line" = "$lk_wanted" ] || lk_is_script || return 1
  fi
  ! lk_is_ours "$1" && lk_stat "$1"
}

# lk_find sets lk_pid to the oldest process that fits, by number.
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

# lk_alone tells whether there is no process but those of this container and the one that holds the pod together.
lk_alone() {
  local each
  for each in /proc/[0-9]*; do
    each=${each#/proc/}
    [ "$each" = 1 ] || lk_is_ours "$each" || ! lk_stat "$each" || return 1
  done
}

# lk_pause SECONDS waits without a program: one that is started several times a second would be measured too.
lk_pause() {
  [ -n "$lk_never" ] || exec {lk_never}<> <(:)
  read -r -t "$1" -u "$lk_never" || :
}

# lk_await looks for the process five times a second, until there is one, the time is over, or the application has ended.
lk_await() {
  local company='' end=$((SECONDS + ${LATCHKEY_TIMEOUT:-0})) alone=$((SECONDS + ${LATCHKEY_ALONE_SECONDS:-60}))
  until lk_find; do
    [ -z "$lk_stopped" ] || return 1
    [ "${LATCHKEY_TIMEOUT:-0}" = 0 ] || [ "$SECONDS" -lt "$end" ] || return 1
    if [ "${LATCHKEY_SIDECAR:-}" != native ]; then
      if ! lk_alone; then company=true; elif [ -n "$company" ] || [ "$SECONDS" -ge "$alone" ]; then return 1; fi
    fi
    lk_pause 0.2
  done
}

# lk_is_enough tells whether as many samples have been taken as were asked for.
lk_is_enough() { [ "$lk_samples" != 0 ] && [ "$lk_samples" = "${LATCHKEY_COMPLETIONS:-0}" ]; }

# lk_until TIME waits for a time in seconds since the script began, and no longer than what is watched lives.
lk_until() {
  while [ "$SECONDS" -lt "$1" ] && lk_alive && [ -z "$lk_stopped" ]; do lk_pause "$lk_step"; done
}

# shellcheck disable=SC2317 # called by the trap of lib.sh
# lk_on_term only notes that this container is stopped: the samples are closed in order first.
lk_on_term() {
  lk_stopped=true
  [ -z "$lk_child" ] || lk_pass_term
}
