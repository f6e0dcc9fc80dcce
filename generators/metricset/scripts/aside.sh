#!/bin/bash
# aside.sh: prints the standard error of measured commands after the collection. Sourced by lib.sh, in sets with a user's text
# around the commands: what the text prints is not a sample. Where nothing can be kept aside, standard error stays as it is.
#
# Reads:
#   LATCHKEY_ASIDE  boolean: do so
# shellcheck disable=SC2034 # names of other parts
if lk_each=$(mktemp 2>/dev/null); then
  exec {lk_aside}>"$lk_each"
  exec {lk_kept}<"$lk_each"
  rm -f -- "$lk_each"
fi
