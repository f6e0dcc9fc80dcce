#!/bin/bash
# Latchkey v0.1, generators/metricset/scripts/pod-tasks.sh
. "$LATCHKEY_FILES/follow.sh"
lk_wanted='' lk_pattern='' lk_homes=() lk_mount='/pods/[^/ ]+/containers/([^/ ]+)/[0-9a-f]+ '
lk_home_of() {
  local lines=(); lk_home=${lk_homes[$1]:-}
  if [ "${lk_home%/*}" = "${lk_starts[$1]}" ]; then lk_home=${lk_home##*/}; return; fi
  lk_home=''; { mapfile -t lines <"${LATCHKEY_MOUNTS:-/proc}/$1/mountinfo"; } 2>/dev/null || return 0
  if [[ "${lines[*]}" =~ $lk_mount ]]; then lk_home=${BASH_REMATCH[1]} lk_homes[$1]=${lk_starts[$1]}/$lk_home; fi
}
lk_is_watched() {
  lk_home_of "$1"
  case " $LATCHKEY_CONTAINERS " in *" $lk_home "*) [ -n "$lk_home" ] ;; *) return 1 ;; esac
}
lk_add() {
  local child
  # ships for: .watch or .pattern <
  if [ -n "$lk_wanted$lk_pattern" ] && lk_fits "$1"; then lk_found+=("$1"); fi
  # end
  if [ -z "$lk_wanted$lk_pattern" ] && lk_kind_of "$1"; then
    case $lk_kind in
      shell) if [ -z "${lk_children[$1]:-}" ] && lk_is_lone "$1"; then lk_found+=("$1"); fi ;;
      launcher) ;;
      *) lk_found+=("$1") ;;
    esac
  fi
  for child in ${lk_children[$1]:-}; do lk_add "$child"; done
}
lk_find_tasks() {
  local pid; lk_look_again
  for pid in ${lk_children[0]:-} ${lk_children[1]:-}; do
    if [ "$pid" != 1 ] && lk_is_watched "$pid"; then lk_add "$pid"; fi
  done
  lk_join_pids
}
lk_is_over() { return 1; }
