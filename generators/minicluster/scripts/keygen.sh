#!/bin/sh
# keygen.sh: finds flux and a python, and fills the set's Secret with keygen.py. keygen.py lists further variables.
#
# Reads:
#   LATCHKEY_FILES         folder of these scripts, default /flux_operator
#   LATCHKEY_INSTALL_ROOT  prefix of a flux inside this image, for example /usr
#   LATCHKEY_OPT           where an image keeps its view, default /opt
#   TMPDIR                 folder for the key while it is made, default /dev/shm, which is in memory
# The status 78 (EX_CONFIG of sysexits.h) says that another try would end in the same way.
set -eu
PATH=$PATH${LATCHKEY_INSTALL_ROOT:+:$LATCHKEY_INSTALL_ROOT/bin}
for view in "${LATCHKEY_OPT:-/opt}/view" "${LATCHKEY_OPT:-/opt}"/views/._view/*; do PATH=$PATH:$view/bin; done
export PATH PYTHONDONTWRITEBYTECODE=1 TMPDIR="${TMPDIR:-/dev/shm}"
fail() {
  echo "latchkey: error: there is no $1 in this image, so no key can be made" >&2
  exit 78
}

command -v flux >/dev/null || fail flux
# the python that flux was built with is always beside flux, because flux's own commands need it
python='flux python'
flux python -c '' 2>/dev/null || python=python3
command -v "${python%% *}" >/dev/null || fail python
# shellcheck disable=SC2086 # it is one word or two
exec $python "${LATCHKEY_FILES:-/flux_operator}/keygen.py"
