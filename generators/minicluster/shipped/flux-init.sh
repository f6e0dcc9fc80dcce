#!/bin/bash
# Latchkey v0.1, generators/minicluster/scripts/flux-init.sh
set -eu; umask 022; mount=${LATCHKEY_MOUNT:-/mnt/flux} opt=${LATCHKEY_OPT:-/opt} view=''
copy_once() {
  [ -z "$(ls -A "$2" 2>/dev/null)" ] || return 0
  rm -rf "$2.part"; mkdir "$2.part"; cp -dR --preserve=mode,timestamps,links "$1/." "$2.part/"
  [ ! -d "$2" ] || rmdir "$2"
  mv "$2.part" "$2"
}
rm -f "$mount/flux-operator-complete.txt"
# ships for: not LATCHKEY_VIEW=false <
if [ "${LATCHKEY_VIEW:-}" != false ]; then
  for each in "$opt"/views/._view/*/bin/flux "$opt/view/bin/flux"; do
    if [ -e "$each" ] || [ -L "$each" ]; then view=$(cd -P "${each%/bin/flux}" && pwd); fi
  done
  if [ -z "$view" ]; then
    echo "latchkey: error: no bin/flux in $opt/view or $opt/views/._view/*: is flux.container.image a flux view?" >&2
    exit 1
  fi
  # ships for: not LATCHKEY_QUIET=true >
  [ "${LATCHKEY_QUIET:-}" = true ] || echo "latchkey: copying the flux view $view and $opt/software" >&2
  # end >
  copy_once "$view" "$mount/view"; [ ! -d "$opt/software" ] || copy_once "$opt/software" "$mount/software"
fi
# end >
mkdir -p "$mount/view" "$mount/software"; : >"$mount/flux-operator-done.txt"
