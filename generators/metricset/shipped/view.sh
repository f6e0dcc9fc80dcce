#!/bin/bash
# Latchkey v0.1, generators/metricset/scripts/view.sh
set -eu; umask 022; mount=$LATCHKEY_MOUNT opt=${LATCHKEY_OPT:-/opt}
fail() { printf 'latchkey: error: %s\n' "$*" >&2; exit 1; }
view_of_image() {
  local each found=''
  for each in "$opt"/views/._view/* "$opt/view"; do
    if [ -d "$each/bin" ] && { [ -z "$found" ] || [ "$each" -nt "$found" ] || [ "$each" = "$opt/view" ]; }; then found=$each; fi
  done
  [ -n "$found" ] || fail "there is no view in $opt/view or $opt/views/._view: is the image of this addon one of Spack views?"
  (cd -P "$found" && pwd)
}
copy_once() {
  [ ! -d "$2" ] || return 0
  rm -rf "$2.part"; mkdir "$2.part"; cp -dR --preserve=mode,timestamps,links "$1/." "$2.part/"
  mv "$2.part" "$2"
}
main() {
  local view; view=$(view_of_image); copy_once "$view" "$mount/view"
  [ ! -d "$opt/software" ] || copy_once "$opt/software" "$mount/software"
  : >"$mount/metrics-operator-done.txt"
  # ships for: LATCHKEY_PERF_EVENTS=true <
  if [ "${LATCHKEY_PERF_EVENTS:-}" = true ]; then
    echo -1 >/proc/sys/kernel/perf_event_paranoid || fail "this container may not open the performance counters of the node"
  fi
  # end
}
main
