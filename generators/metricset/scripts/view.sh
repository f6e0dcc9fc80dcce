#!/bin/bash
# view.sh: copies the programs of this image, a view of Spack, into the volume that the pod's containers share.
#
# A second run in the same volume (Kubernetes lost the pod's sandbox) keeps the copies of the first.
#
# Reads:
#   LATCHKEY_MOUNT        the shared volume
#   LATCHKEY_PERF_EVENTS  boolean: let everybody use the node's performance counters; this container must then be privileged
#   LATCHKEY_OPT          where this image keeps its view and its software, default /opt
set -eu
umask 022
mount=$LATCHKEY_MOUNT opt=${LATCHKEY_OPT:-/opt} view=''

fail() {
  printf 'latchkey: error: %s\n' "$*" >&2
  exit 1
}

# copy_once copies a tree under a temporary name and renames it, so nobody uses a half-made copy.
# It does not keep the owner, because an ordinary user cannot give files away.
copy_once() {
  [ ! -d "$2" ] || return 0
  rm -rf "$2.part"
  mkdir "$2.part"
  cp -dR --preserve=mode,timestamps,links "$1/." "$2.part/"
  mv "$2.part" "$2"
}

# the view is the target of /opt/view, or the newest below /opt/views/._view
for each in "$opt"/views/._view/* "$opt/view"; do
  if [ -d "$each/bin" ] && { [ -z "$view" ] || [ "$each" -nt "$view" ] || [ "$each" = "$opt/view" ]; }; then view=$each; fi
done
[ -n "$view" ] || fail "there is no view in $opt/view or $opt/views/._view: is the image of this addon one of Spack views?"
copy_once "$view" "$mount/view"
[ ! -d "$opt/software" ] || copy_once "$opt/software" "$mount/software"
: >"$mount/metrics-operator-done.txt"
if [ "${LATCHKEY_PERF_EVENTS:-}" = true ]; then
  echo -1 >/proc/sys/kernel/perf_event_paranoid || fail "this container may not open the performance counters of the node"
fi
