#!/bin/bash
# profile.sh: reads a file that adds programs to the environment. Sourced, in sets with such a file.
#
# Reads:
#   LATCHKEY_PROFILE  the file; it may be missing
# shellcheck disable=SC2034 # names of other parts
# shellcheck source=source.sh
. "$LATCHKEY_FILES/source.sh"

lk_text=$LATCHKEY_PROFILE
[ ! -f "$lk_text" ] || lk_source
