#!/bin/bash
# flux-init.sh: copies the flux view of this image into the volume that all containers of the pod share.
#
# Runs in the image of flux.container, as any user. It needs the programs of coreutils.
# A second run in the same volume (Kubernetes lost the pod's sandbox) keeps the copies of the first.
#
# Reads:
#   LATCHKEY_MOUNT  the shared volume, default /mnt/flux
#   LATCHKEY_VIEW   false: flux is in the application's image, and nothing is copied
#   LATCHKEY_QUIET  true: only errors are printed
#   LATCHKEY_OPT    where this image keeps its view and software, default /opt
set -eu
umask 022

mount=${LATCHKEY_MOUNT:-/mnt/flux} opt=${LATCHKEY_OPT:-/opt} view=''

# copy_once copies a tree under a temporary name and renames it, so nobody uses a half-made copy. A folder that holds something
# is such a copy already. The owner is not kept, because an ordinary user cannot give files away.
copy_once() {
  [ -z "$(ls -A "$2" 2>/dev/null)" ] || return 0
  rm -rf "$2.part"
  mkdir "$2.part"
  cp -dR --preserve=mode,timestamps,links "$1/." "$2.part/"
  [ ! -d "$2" ] || rmdir "$2"
  mv "$2.part" "$2"
}

if [ "${LATCHKEY_VIEW:-}" != false ]; then
  # the view is the target of /opt/view, or the one below /opt/views/._view
  for each in "$opt"/views/._view/*/bin/flux "$opt/view/bin/flux"; do
    if [ -e "$each" ] || [ -L "$each" ]; then view=$(cd -P "${each%/bin/flux}" && pwd); fi
  done
  if [ -z "$view" ]; then
    echo "latchkey: error: no bin/flux in $opt/view or $opt/views/._view/*: is flux.container.image a flux view?" >&2
    exit 1
  fi
  [ "${LATCHKEY_QUIET:-}" = true ] || echo "latchkey: copying the flux view $view and $opt/software" >&2
  copy_once "$view" "$mount/view"
  [ ! -d "$opt/software" ] || copy_once "$opt/software" "$mount/software"
fi
mkdir -p "$mount/view" "$mount/software"
: >"$mount/flux-operator-done.txt"
