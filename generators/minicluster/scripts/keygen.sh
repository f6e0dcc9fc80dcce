#!/bin/sh
# keygen.sh: finds flux and a python, and fills the set's Secret with keygen.py. keygen.py lists further variables.
#
# Reads:
#   LATCHKEY_FILES         folder of these scripts, default /flux_operator
#   LATCHKEY_INSTALL_ROOT  prefix of a flux inside this image, for example /usr
#   LATCHKEY_OPT           where an image keeps its view, default /opt
# The status 78 (EX_CONFIG of sysexits.h) says that another try would end in the same way.
set -eu
PATH=$PATH${LATCHKEY_INSTALL_ROOT:+:$LATCHKEY_INSTALL_ROOT/bin}
for view in "${LATCHKEY_OPT:-/opt}/view" "${LATCHKEY_OPT:-/opt}"/views/._view/*; do PATH=$PATH:$view/bin; done
PYTHONDONTWRITEBYTECODE=1
export PATH PYTHONDONTWRITEBYTECODE

fail() {
  echo "latchkey: error: $1" >&2
  exit 78
}

command -v flux >/dev/null || fail 'there is no flux in this image, so no key can be made'
script=${LATCHKEY_FILES:-/flux_operator}/keygen.py
# the python that flux was built with is always beside flux, because flux's own commands need it
if flux python -c '' 2>/dev/null; then exec flux python "$script"; fi
command -v python3 >/dev/null || fail 'there is no python in this image, so no key can be made'
exec python3 "$script"
