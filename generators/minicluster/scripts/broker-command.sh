#!/bin/bash
# broker-command.sh: turns the user's command into the words that run it. Sourced by broker-submit.sh, broker-launcher.sh and
# batch.sh.
#
# The command reaches flux as data: its text is never put into the text of a script.
#
# Reads, besides what lib.sh reads:
#   LATCHKEY_LONG  boolean: the command is too long for an argument, so it is run from its file
# Files: LATCHKEY_CONTAINER.command or .script (takes the place of a command) in LATCHKEY_FILES
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
  case $text in
    -*) eval "lk_words=($text)" ;;
    *) lk_shell_words "$text" ;;
  esac
}

# lk_user_words FUNCTION sets lk_words to what runs the user's script or command. FUNCTION gets the text of a command.
lk_user_words() {
  local base=$LATCHKEY_FILES/$LATCHKEY_CONTAINER
  if [ -f "$base.script" ]; then
    # shellcheck source=lib-shebang.sh
    . "$LATCHKEY_FILES/lib-shebang.sh"
    # bash also runs scripts for sh, with the options of their first line
    # shellcheck disable=SC2206 # the options are words
    if lk_for_shell "$base.script"; then lk_words=(bash $lk_flags "$base.script"); else lk_words=("$base.script"); fi
  elif [ "${LATCHKEY_LONG:-}" = true ]; then
    lk_words=(bash "$base.command")
  else
    [ -f "$base.command" ] || lk_fail "there is no command in $base.command"
    "$1" "$(<"$base.command")"
  fi
}
