#!/bin/bash
# source.sh: runs a snippet of the user in this shell. Sourced by pre.sh, and by scripts that read a profile.
# shellcheck disable=SC2034,SC2154 # names of other parts

# lk_source runs the text in the file lk_text in this shell. Its exports and working directory stay, and the shell options of
# the scripts come back. It sets lk_status.
lk_source() {
  lk_status=0
  set +eu
  # shellcheck disable=SC1090
  . "$lk_text"
  lk_status=$?
  set +aCfvx +E +o pipefail
  set -eu
  unset IFS
  lk_traps
}
