#!/bin/bash
# flux-connect.sh [PROGRAM...]: a shell, or the program, inside the instance. The broker copies this script beside
# flux-view.sh, which it makes.
#
# flux proxy joins its arguments with blanks and passes them to sh, so each argument is quoted for sh here.
# shellcheck disable=SC1091,SC2154 # made by the broker
. "${BASH_SOURCE[0]%/*}/flux-view.sh"
[ $# -gt 0 ] || set -- bash
quote=\'\\\'\' words=exec
for word; do words="$words '${word//\'/"$quote"}'"; done
exec flux proxy "$fluxsocket" "$words"
