#!/bin/bash
# Latchkey v0.1, generators/minicluster/scripts/broker-command.sh
lk_shell_words() {
  local blank=$'[ \t]' word='[A-Za-z0-9_./:,@%+=-]+'; lk_words=(bash -c "$1")
  [[ $1 =~ ^$blank*$word($blank+$word)*$blank*$ ]] || return 0
  set -- $1
  case $1 in *=* | -*) return ;; esac
  [ "$(type -t "$1")" != file ] || lk_words=("$@")
}
lk_job_words() {
  local text=${1#"${1%%[![:space:]]*}"}
  # ships for: options or LATCHKEY_MODE=batch <
  if [[ $text = -* ]]; then eval "lk_words=($text)"; return; fi
  # end >
  lk_shell_words "$text"
}
lk_user_words() {
  local base=$LATCHKEY_FILES/$LATCHKEY_CONTAINER
  # ships for: .script <
  if [ -f "$base.script" ]; then lk_script_words "$base.script"; return; fi
  # end
  # ships for: not .command >
  [ -f "$base.command" ] || lk_fail "there is no command in $base.command"
  # end
  # ships for: LATCHKEY_LONG=true
  if [ "${LATCHKEY_LONG:-}" = true ]; then lk_words=(bash "$base.command"); return; fi
  # end >
  "$1" "$(<"$base.command")"
}
# ships for: not LATCHKEY_MODE or LATCHKEY_MODE=submit
lk_submit_program() {
  eval "lk_submit=(${LATCHKEY_SUBMIT:-flux submit})"; lk_user_words lk_job_words
  lk_program=(bash "$LATCHKEY_FILES/attach.sh" "${lk_submit[@]}" "${lk_words[@]}")
  # ships for: options < >
  lk_submit_options
  # end <
}
# end
