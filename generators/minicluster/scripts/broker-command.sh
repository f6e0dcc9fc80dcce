#!/bin/bash
# broker-command.sh: turns the user's command into the program that the lead broker runs. Sourced by broker.sh after lib.sh.
#
# The command reaches flux as data: its text is never put into the text of a script.
#
# Reads, besides what lib.sh reads:
#   LATCHKEY_SUBMIT  quoted words: flux submit and its options
#   LATCHKEY_LONG    boolean: the command is too long for an argument, so it is run from its file
# Files: LATCHKEY_CONTAINER.command, .script (takes the place of a command) or .batch in LATCHKEY_FILES
# shellcheck disable=SC2034,SC2154 # names of other parts

# lk_shell_words TEXT sets lk_words to what runs a command. bash replaces itself with a single simple command, so signals
# reach the application, and ps shows it. A command that is one program of this image with plain arguments is given to flux
# as words, and flux jobs then shows it under its own name.
lk_shell_words() {
  local blank=$'[ \t]' word='[A-Za-z0-9_./:,@%+=-]+'
  lk_words=(bash -c "$1")
  [[ $1 =~ ^$blank*$word($blank+$word)*$blank*$ ]] || return 0
  # shellcheck disable=SC2086 # the text holds nothing else that the shell expands
  set -- $1
  case $1 in *=* | -*) return ;; esac
  [ "$(type -t "$1")" != file ] || lk_words=("$@")
}

# lk_job_words TEXT sets lk_words to the arguments of flux submit for a command. The text may begin with options.
lk_job_words() {
  local text=${1#"${1%%[![:space:]]*}"}
  # ships for: options or LATCHKEY_MODE=batch
  if [[ $text = -* ]]; then
    eval "lk_words=($text)"
    return
  fi
  lk_shell_words "$text"
}

# lk_user_words FUNCTION sets lk_words to what runs the user's script or command. FUNCTION gets the text of a command.
lk_user_words() {
  local base=$LATCHKEY_FILES/$LATCHKEY_CONTAINER
  # ships for: .script
  if [ -f "$base.script" ]; then
    lk_script_words "$base.script"
    return
  fi
  # ships for: not .command
  [ -f "$base.command" ] || lk_fail "there is no command in $base.command"
  # ships for: LATCHKEY_LONG=true
  if [ "${LATCHKEY_LONG:-}" = true ]; then
    lk_words=(bash "$base.command")
    return
  fi
  "$1" "$(<"$base.command")"
}

# lk_submit_program makes a job of the command, and a program that shows its output.
# ships for: not LATCHKEY_MODE or LATCHKEY_MODE=submit
lk_submit_program() {
  eval "lk_submit=(${LATCHKEY_SUBMIT:-flux submit})"
  lk_user_words lk_job_words
  lk_program=(bash "$LATCHKEY_FILES/attach.sh" "${lk_submit[@]}" "${lk_words[@]}")
  # ships for: options
  lk_submit_options
}
