#!/bin/bash
# Latchkey v0.1, generators/metricset/scripts/flux-tasks.sh
. "$LATCHKEY_FILES/follow.sh"
lk_root_start=''
lk_find_runner() {
  local pid; [ -z "$lk_root" ] || return 0
  for pid in "${!lk_parents[@]}"; do
    if lk_runs "$pid" && ! lk_runs "${lk_parents[pid]}"; then lk_root=$pid lk_root_start=${lk_starts[pid]}; return 0; fi
  done
}
lk_runs() { lk_command_line "$1" && [ "$lk_line" = "$LATCHKEY_RUNNER" ]; }
lk_is_over() { [ -n "$lk_root" ] || return 1; ! lk_stat "$lk_root" || [ "$lk_start" != "$lk_root_start" ]; }
lk_descend() {
  local pid place
  for pid in ${lk_children[$1]:-}; do
    lk_kind_of "$pid" || continue
    place=$2
    case $lk_kind in
      tasks) place=tasks ;;
      broker)
        case $place in none) place='broker' ;; tasks) place='batch' ;; esac
        ;;
      shell) if [ "$place" = tasks ] && [ -z "${lk_children[pid]:-}" ] && lk_is_lone "$pid"; then lk_found+=("$pid"); fi ;;
      program) if lk_counts "$place"; then lk_found+=("$pid"); fi ;;
    esac
    lk_descend "$pid" "$place"
  done
}
lk_counts() {
  # ships for: LATCHKEY_LAUNCHES=true
  if [ "${LATCHKEY_LAUNCHES:-}" = true ] && [ "$1" = broker ]; then return 0; fi
  # end >
  [ "$1" = tasks ] || [ "$1" = batch ]
}
lk_find_tasks() {
  local pid; lk_look_again; lk_find_runner
  # ships for: .watch or .pattern <
  if [ -n "$lk_wanted$lk_pattern" ]; then
    for pid in "${!lk_parents[@]}"; do if lk_fits "$pid"; then lk_found+=("$pid"); fi; done
    lk_join_pids; return
  fi
  # end >
  [ -z "$lk_root" ] || lk_descend "$lk_root" none
  lk_join_pids
}
