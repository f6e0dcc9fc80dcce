#!/bin/bash
# flux-init.sh: copies the flux view of this image into the volume that all containers of the pod share.
#
# Runs in the image of flux.container, as any user. It needs the programs of coreutils.
# A second run in the same volume (Kubernetes lost the pod's sandbox) keeps the copies of the first.
#
# Reads:
#   LATCHKEY_MOUNT  the shared volume, default /mnt/flux
#   LATCHKEY_VIEW   true, or unset when flux is in the application's image: then nothing is copied
#   LATCHKEY_QUIET  true: only errors are printed
#   LATCHKEY_OPT    where this image keeps its view and software, default /opt
set -eu
umask 022

mount=${LATCHKEY_MOUNT:-/mnt/flux} opt=${LATCHKEY_OPT:-/opt}

say() { [ "${LATCHKEY_QUIET:-}" = true ] || printf 'latchkey: %s\n' "$*" >&2; }
fail() {
  printf 'latchkey: error: %s\n' "$*" >&2
  exit 1
}

# view_of_image prints the folder with the view: the target of /opt/view, or the one below /opt/views/._view.
view_of_image() {
  local each
  for each in "$opt/view" "$opt"/views/._view/*; do
    if [ -e "$each/bin/flux" ] || [ -L "$each/bin/flux" ]; then
      (cd -P "$each" && pwd)
      return
    fi
  done
  fail "no bin/flux in $opt/view or $opt/views/._view/*: is flux.container.image a flux view?"
}

# filled succeeds when a folder exists and holds something.
filled() {
  local each
  for each in "$1"/* "$1"/.[!.]*; do [ ! -e "$each" ] && [ ! -L "$each" ] || return 0; done
  return 1
}

# copy_once copies a tree under a temporary name and renames it, so nobody uses a half-made copy.
# It does not keep the owner, because an ordinary user cannot give files away.
copy_once() {
  if filled "$2"; then
    say "$2 is there already"
    return
  fi
  rm -rf "$2.part"
  mkdir "$2.part"
  cp -dR --preserve=mode,timestamps,links "$1/." "$2.part/"
  if [ -d "$2" ]; then rmdir "$2"; fi
  mv "$2.part" "$2"
}

main() {
  local view
  rm -f "$mount/flux-operator-complete.txt"
  if [ "${LATCHKEY_VIEW:-}" = true ]; then
    view=$(view_of_image)
    say "copying the flux view $view and $opt/software"
    copy_once "$view" "$mount/view"
    if [ -d "$opt/software" ]; then copy_once "$opt/software" "$mount/software"; else mkdir -p "$mount/software"; fi
  else
    mkdir -p "$mount/view" "$mount/software"
  fi
  : >"$mount/flux-operator-done.txt"
}

main
