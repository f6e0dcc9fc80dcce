#!/bin/bash
# command.sh: turns the user's command into the program that the lead broker runs. Sourced by broker.sh after lib.sh.
#
# The command reaches flux as data: its text is never put into the text of a script.
#
# Reads, besides what lib.sh reads:
#   LATCHKEY_MODE       submit (default), launcher, batch or interactive
#   LATCHKEY_SUBMIT     quoted words: flux submit and its options
#   LATCHKEY_BATCH      quoted words: flux batch and its options
#   LATCHKEY_BATCH_RAW  boolean: the text is a batch script, not a list of jobs
#   LATCHKEY_PREFIX     quoted words to put before the program
#   LATCHKEY_TIMED      boolean: report wall times
#   LATCHKEY_STREAM     boolean: output comes by pipes, see attach.sh
#   LATCHKEY_DEBUG      boolean: -vvv for flux submit (flux batch has no such option)
# Files: LATCHKEY_CONTAINER.command, .script (takes the place of a command) or .batch in LATCHKEY_FILES
# shellcheck disable=SC2154 # lk_config comes from lib.sh

# lk_plain TEXT succeeds when a command is one program of this image with plain arguments. Such a command is given to flux
# as words, and flux jobs then shows it under its own name.
lk_plain() {
  local blank=$'[ \t]' word='[A-Za-z0-9_./:,@%+=-]+'
  [[ $1 =~ ^$blank*$word($blank+$word)*$blank*$ ]] || return 1
  local words
  # shellcheck disable=SC2206 # the text holds nothing that the shell expands
  words=($1)
  [[ ${words[0]} != *=* && ${words[0]} != -* ]] && [ "$(type -t "${words[0]}")" = file ]
}

# lk_shell_words TEXT sets lk_words to what runs a command. bash replaces itself with a single simple command, so signals
# reach the application, and ps shows it.
lk_shell_words() {
  if lk_plain "$1"; then
    # shellcheck disable=SC2206
    lk_words=($1)
  else
    lk_words=(bash -c "$1")
  fi
}

# lk_job_words TEXT sets lk_words to the arguments of flux submit for a command. The text may begin with options.
lk_job_words() {
  local text=${1#"${1%%[![:space:]]*}"}
  case $text in
    -*) eval "lk_words=($text)" ;;
    *) lk_shell_words "$text" ;;
  esac
}

# lk_script_words FILE sets lk_words to what runs commands.script: the program of its first line, or bash. bash also runs
# scripts for sh, with the options of their first line.
lk_script_words() {
  # shellcheck disable=SC2206 # the options are words
  if lk_for_shell "$1"; then lk_words=(bash $lk_flags "$1"); else lk_words=("$1"); fi
}

# lk_user_words FUNCTION sets lk_words to what runs the user's script or command. FUNCTION gets the text of a command.
lk_user_words() {
  local base=$LATCHKEY_FILES/$LATCHKEY_CONTAINER text
  if [ -f "$base.script" ]; then
    lk_script_words "$base.script"
    return
  fi
  [ -f "$base.command" ] || lk_fail "there is no command in $base.command"
  text=$(<"$base.command")
  # Linux limits an argument to 128 KiB, and a character may take four bytes; a longer text is run from its file
  if [ "${#text}" -lt 30000 ]; then "$1" "$text"; else lk_words=(bash "$base.command"); fi
}

lk_submit_program() {
  local submit options=()
  eval "submit=(${LATCHKEY_SUBMIT:-flux submit})"
  lk_user_words lk_job_words
  if [[ ${lk_words[0]} == -* ]]; then options=("${lk_words[@]}"); fi
  if [ "${LATCHKEY_DEBUG:-}" = true ]; then submit+=(-vvv); fi
  if [ "${#options[@]}" != 0 ] || [ "${submit[*]:0:2}" != 'flux submit' ]; then unset LATCHKEY_STREAM; fi
  if lk_submits_one "${submit[@]}" "${options[@]}"; then
    lk_program=(bash "$LATCHKEY_FILES/attach.sh" "${submit[@]}" "${lk_words[@]}")
  else
    lk_program=("${submit[@]}" --quiet --watch "${lk_words[@]}")
  fi
}

# lk_submits_one WORD... succeeds when a command prints the id of one job and nothing else, as attach.sh needs it.
lk_submits_one() {
  local word
  for word; do
    case $word in --quiet | --watch | --wait* | --progress | --jps | --cc* | --bcc* | --log* | --dry-run) return 1 ;; esac
  done
}

# lk_batch_program leaves the output of the batch job in flux's store, where attach.sh finds it.
lk_batch_program() {
  local batch script=$LATCHKEY_FILES/batch.sh
  eval "batch=(${LATCHKEY_BATCH:-flux batch})"
  [ -f "$LATCHKEY_FILES/$LATCHKEY_CONTAINER.batch" ] || lk_fail "there is no command in $LATCHKEY_CONTAINER.batch"
  if [ "${LATCHKEY_BATCH_RAW:-}" = true ]; then
    script=$lk_config/flux-job.batch
    lk_raw_script | lk_write "$script"
  fi
  batch=("${batch[@]:0:2}" --flags=waitable "${batch[@]:2}")
  [ "${LATCHKEY_STREAM:-}" = true ] || batch=("${batch[@]:0:2}" --output=kvs "${batch[@]:2}")
  lk_program=(bash "$LATCHKEY_FILES/attach.sh" "${batch[@]}" "$script")
}

# lk_raw_script prints the user's text, with the first line that flux batch needs.
lk_raw_script() {
  local text
  text=$(<"$LATCHKEY_FILES/$LATCHKEY_CONTAINER.batch")
  case $text in '#!'*) ;; *) printf '#!/bin/bash\n' ;; esac
  printf '%s\n' "$text"
}

# lk_initial_program sets lk_program to the initial program of the instance. Without one the instance runs until it is stopped.
lk_initial_program() {
  local prefix timed=()
  eval "prefix=(${LATCHKEY_PREFIX:-})"
  case ${LATCHKEY_MODE:-submit} in
    interactive)
      lk_program=()
      return
      ;;
    batch) lk_batch_program ;;
    launcher)
      lk_user_words lk_shell_words
      lk_program=(bash "$LATCHKEY_FILES/launcher.sh" "${lk_words[@]}")
      ;;
    submit) lk_submit_program ;;
    *) lk_fail "LATCHKEY_MODE is \"$LATCHKEY_MODE\": it must be submit, launcher, batch or interactive" ;;
  esac
  if [ "${LATCHKEY_TIMED:-}" = true ]; then timed=(bash "$LATCHKEY_FILES/timed.sh" fluxsubmit); fi
  lk_program=("${timed[@]}" "${prefix[@]}" "${lk_program[@]}")
}
