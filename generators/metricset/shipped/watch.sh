#!/bin/bash
# Latchkey v0.1, generators/metricset/scripts/watch.sh
lk_samples=0 lk_step=0.2 lk_never=''
# ships for: .watch or .pattern < >
lk_wanted='' lk_pattern=''
# end <
lk_what() {
  local each
  # ships for: .pattern <
  if [ -f "$lk_texts.pattern" ]; then lk_pattern=$(<"$lk_texts.pattern"); return; fi
  # end
  # ships for: .watch
  for each in "$lk_texts.watch-${JOB_COMPLETION_INDEX:-0}" "$lk_texts.watch"; do
    if [ -f "$each" ]; then lk_wanted=$(<"$each"); return; fi
  done
  # end >
  return 1
}
lk_command_line() {
  local word; lk_line=''
  { while IFS= read -r -d '' word; do lk_line="$lk_line $word"; done </proc/"$1"/cmdline; } 2>/dev/null || return 1
  lk_line=${lk_line# }
}
lk_is_script() {
  local folder='([^ ]*/)?' options='( -[oOWX] [^ ]+| --[^ ]*| -([^ ]*[^c ])?)*'
  local interpreter='([bd]?ash|(mk|t?c|k|z)?sh|fish|python[^ ]*|perl[^ ]*|ruby[^ ]*|Rscript|lua[^ ]*|tclsh[^ ]*|node|julia[^ ]*)'
  case ${lk_wanted%% *} in */*) folder='' ;; esac
  [[ $lk_line =~ ^([^ ]*/)?$interpreter$options\ $folder"$lk_wanted"$ ]]
}
lk_stat() {
  local text fields; { read -r text <"/proc/$1/stat"; } 2>/dev/null || return 1
  read -r -a fields <<<"${text##*) }"; lk_parent=${fields[1]:-0} lk_start=${fields[19]:-0}
  [ "${fields[0]:-Z}" != Z ]
}
lk_is_ours() {
  local pid=$1
  while [ "$pid" != $$ ]; do [ "$pid" -gt 1 ] && lk_stat "$pid" || return 1; pid=$lk_parent; done
}
lk_fits() {
  lk_command_line "$1" || return 1
  [ -n "$lk_line" ] || return 1
  # ships for: .pattern >
  [[ $lk_line =~ $lk_pattern ]] || return 1
  # end
  # ships for: .watch >
  [ -n "$lk_pattern" ] || [ "$lk_line" = "$lk_wanted" ] || lk_is_script || return 1
  # end >
  ! lk_is_ours "$1" && lk_stat "$1"
}
lk_find() {
  local each best=''
  for each in /proc/[0-9]*; do
    each=${each#/proc/}
    if [ -z "$best" ] || [ "$each" -lt "$best" ]; then if lk_fits "$each"; then best=$each; fi; fi
  done
  [ -n "$best" ] && lk_stat "$best" || return 1
  lk_pid=$best lk_born=$lk_start
}
lk_alive() { lk_stat "$lk_pid" && [ "$lk_start" = "$lk_born" ]; }
lk_alone() {
  local each
  for each in /proc/[0-9]*; do
    each=${each#/proc/}; [ "$each" = 1 ] || lk_is_ours "$each" || ! lk_stat "$each" || return 1
  done
}
lk_pause() { [ -n "$lk_never" ] || exec {lk_never}<> <(:); read -r -t "$1" -u "$lk_never" || :; }
lk_await() {
  # ships for: LATCHKEY_TIMEOUT >
  local end=$((SECONDS + ${LATCHKEY_TIMEOUT:-0}))
  # end <
  # ships for: not LATCHKEY_SIDECAR=native >
  local company='' alone=$((SECONDS + ${LATCHKEY_ALONE_SECONDS:-60}))
  # end <
  until lk_find; do
    [ -z "$lk_stopped" ] || return 1
    # ships for: LATCHKEY_TIMEOUT >
    [ -z "${LATCHKEY_TIMEOUT:-}" ] || [ "$SECONDS" -lt "$end" ] || return 1
    # end
    # ships for: not LATCHKEY_SIDECAR=native
    if [ "${LATCHKEY_SIDECAR:-}" != native ]; then
      if ! lk_alone; then company=true; elif [ -n "$company" ] || [ "$SECONDS" -ge "$alone" ]; then return 1; fi
    fi
    # end >
    lk_pause 0.2
  done
}
lk_is_enough() { [ "$lk_samples" != 0 ] && [ "$lk_samples" = "${LATCHKEY_COMPLETIONS:-0}" ]; }
lk_until() { while [ "$SECONDS" -lt "$1" ] && lk_alive && [ -z "$lk_stopped" ]; do lk_pause "$lk_step"; done; }
lk_on_term() { lk_stopped=true; [ -z "$lk_child" ] || lk_pass_term; }
