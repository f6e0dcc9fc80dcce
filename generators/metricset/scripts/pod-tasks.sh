#!/bin/bash
# pod-tasks.sh: finds the processes of some containers of this pod. Sourced after processes.sh.
#
# It finds them in any life of a container, but no waiting shell and no launcher of MPI ranks. Of these containers alone, a
# text that says what to watch chooses the processes.
#
# Reads, besides what follow.sh reads:
#   LATCHKEY_CONTAINERS  names of the containers to watch
#   LATCHKEY_MOUNTS      folder with the tables of mounts, <pid>/mountinfo, default /proc
# shellcheck disable=SC2034,SC2154 # lk_found and others come from follow.sh
# shellcheck source=follow.sh
. "$LATCHKEY_FILES/follow.sh"
lk_homes=() lk_mount='/pods/[^/ ]+/containers/([^/ ]+)/[0-9a-f]+ '

# lk_home_of PID sets lk_home to the container of a process, or to nothing. The kubelet mounts a file for the last message of a
# container from a folder that has the container's name. Every user may read the mounts of a process.
lk_home_of() {
  local lines=()
  lk_home=${lk_homes[$1]:-}
  if [ "${lk_home%/*}" = "${lk_starts[$1]}" ]; then
    lk_home=${lk_home##*/}
    return
  fi
  lk_home=''
  { mapfile -t lines <"${LATCHKEY_MOUNTS:-/proc}/$1/mountinfo"; } 2>/dev/null || return 0
  if [[ "${lines[*]}" =~ $lk_mount ]]; then
    lk_home=${BASH_REMATCH[1]} lk_homes[$1]=${lk_starts[$1]}/$lk_home
  fi
}

# lk_is_watched PID succeeds when a process that no other process of its container has started is in a watched container.
lk_is_watched() {
  lk_home_of "$1"
  case " $LATCHKEY_CONTAINERS " in *" $lk_home "*) [ -n "$lk_home" ] ;; *) return 1 ;; esac
}

# lk_add PID adds a process and those below it to lk_found.
lk_add() {
  local child
  if [ -n "$lk_wanted$lk_pattern" ] && lk_fits "$1"; then lk_found+=("$1"); fi
  if [ -z "$lk_wanted$lk_pattern" ] && lk_kind_of "$1"; then
    case $lk_kind in
      shell) if [ -z "${lk_children[$1]:-}" ] && lk_is_lone "$1"; then lk_found+=("$1"); fi ;;
      launcher) ;;
      *) lk_found+=("$1") ;;
    esac
  fi
  for child in ${lk_children[$1]:-}; do lk_add "$child"; done
}

# lk_find_tasks sets lk_found to the processes to follow now, and lk_pids to the same numbers with commas. The first process
# of a container has no parent in this pod, and a process whose parent has ended has process 1 as its parent, which holds the
# pod together.
lk_find_tasks() {
  local pid
  lk_look_again
  for pid in ${lk_children[0]:-} ${lk_children[1]:-}; do
    if [ "$pid" != 1 ] && lk_is_watched "$pid"; then lk_add "$pid"; fi
  done
  lk_join_pids
}

# lk_is_over never succeeds: a container may be started again until the pod ends, and Kubernetes then stops this one.
lk_is_over() { return 1; }
