#!/bin/sh
# python.sh SCRIPT: finds flux and a python, and runs one of our scripts in Python, beside which server.py is.
#
# Reads:
#   LATCHKEY_FILES         folder of these scripts, default /flux_operator
#   LATCHKEY_INSTALL_ROOT  prefix of a flux inside this image, for example /usr
#   LATCHKEY_OPT           where an image keeps its view, default /opt
# The status 78 (EX_CONFIG of sysexits.h) says that another try would end in the same way.
set -eu
PATH=$PATH${LATCHKEY_INSTALL_ROOT:+:$LATCHKEY_INSTALL_ROOT/bin}
for view in "${LATCHKEY_OPT:-/opt}/view" "${LATCHKEY_OPT:-/opt}"/views/._view/*; do PATH=$PATH:$view/bin; done
export PATH PYTHONDONTWRITEBYTECODE=1

# the python that flux was built with is always beside flux, because flux's own commands need it
python='flux python'
flux python -c '' 2>/dev/null || python=python3
command -v "${python%% *}" >/dev/null || {
  echo "latchkey: error: there is neither flux nor python3 in this image, so $1 cannot run: choose another image" >&2
  exit 78
}
# shellcheck disable=SC2086 # it is one word or two
exec $python "${LATCHKEY_FILES:-/flux_operator}/$1"
