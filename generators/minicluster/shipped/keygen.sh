#!/bin/sh
# Latchkey v0.1, generators/minicluster/scripts/keygen.sh
set -eu
# ships for: LATCHKEY_INSTALL_ROOT < >
PATH=$PATH${LATCHKEY_INSTALL_ROOT:+:$LATCHKEY_INSTALL_ROOT/bin}
# end <
for view in "${LATCHKEY_OPT:-/opt}/view" "${LATCHKEY_OPT:-/opt}"/views/._view/*; do PATH=$PATH:$view/bin; done
export PATH PYTHONDONTWRITEBYTECODE=1 TMPDIR="${TMPDIR:-/dev/shm}"
fail() { echo "latchkey: error: there is no $1 in this image, so no key can be made" >&2; exit 78; }
command -v flux >/dev/null || fail flux
python='flux python'; flux python -c '' 2>/dev/null || python=python3
command -v "${python%% *}" >/dev/null || fail python
exec $python "${LATCHKEY_FILES:-/flux_operator}/keygen.py"
