#!/bin/bash
# flux-tasks.sh: finds what Flux runs in this pod of a MiniCluster. Sourced after processes.sh.
#
# It finds the processes of Flux jobs and their children, but not flux itself, no waiting shell and no launcher of MPI
# ranks. A file that says what to watch chooses other processes of the pod.
#
# Reads, besides what follow.sh reads:
#   LATCHKEY_RUNNER       command line of the process that the broker descends from
#   LATCHKEY_LAUNCHES     boolean: Flux starts the application directly, as its initial program
# shellcheck disable=SC2034,SC2154 # lk_found and others come from follow.sh
# shellcheck source=follow.sh
. "$LATCHKEY_FILES/follow.sh"
lk_root='' lk_root_start=''

# lk_find_runner finds the process that starts the broker. Its subshells have the same command line, so it is the one whose
# parent has another.
lk_find_runner() {
  local pid
  [ -z "$lk_root" ] || return 0
  for pid in "${!lk_parents[@]}"; do
    if lk_runs "$pid" && ! lk_runs "${lk_parents[pid]}"; then
      lk_root=$pid lk_root_start=${lk_starts[pid]}
      return 0
    fi
  done
}

lk_runs() { lk_command_line "$1" && [ "$lk_line" = "$LATCHKEY_RUNNER" ]; }

# lk_is_over succeeds when the runner's process was found and has ended.
lk_is_over() {
  [ -n "$lk_root" ] || return 1
  ! lk_stat "$lk_root" || [ "$lk_start" != "$lk_root_start" ]
}

# lk_descend PID PLACE adds the programs below a process to lk_found. PLACE says what the nearest flux process above is: none,
# broker, the tasks of a job, or batch, which is the broker of a job.
lk_descend() {
  local pid place
  for pid in ${lk_children[$1]:-}; do
    lk_kind_of "$pid" || continue
    place=$2
    case $lk_kind in
      tasks) place=tasks ;;
      broker) case $place in none) place='broker' ;; tasks) place='batch' ;; esac ;;
      shell) if [ "$place" = tasks ] && [ -z "${lk_children[pid]:-}" ] && lk_is_lone "$pid"; then lk_found+=("$pid"); fi ;;
      program) if lk_counts "$place"; then lk_found+=("$pid"); fi ;;
    esac
    lk_descend "$pid" "$place"
  done
}

# lk_counts PLACE succeeds when a program at this place belongs to the application. A program directly below the broker can
# be part of the broker's start, which ends soon.
lk_counts() {
  if [ "${LATCHKEY_LAUNCHES:-}" = true ] && [ "$1" = broker ]; then return 0; fi
  [ "$1" = tasks ] || [ "$1" = batch ]
}

# lk_find_tasks sets lk_found to the processes to follow now, and lk_pids to the same numbers with commas.
lk_find_tasks() {
  local pid
  lk_look_again
  lk_find_runner
  if [ -n "$lk_wanted$lk_pattern" ]; then
    for pid in "${!lk_parents[@]}"; do if lk_fits "$pid"; then lk_found+=("$pid"); fi; done
  elif [ -n "$lk_root" ]; then
    lk_descend "$lk_root" none
  fi
  lk_join_pids
}
