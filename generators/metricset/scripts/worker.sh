#!/bin/bash
# worker.sh: lets the launcher in, until the set ends.
: "${LATCHKEY_FILES:=/metrics_operator}"
# shellcheck source=lib.sh
. "$LATCHKEY_FILES/lib.sh"
# shellcheck source=hosts.sh
. "$LATCHKEY_FILES/hosts.sh"

lk_metadata
# ships for: .problem
lk_problem
# ships for: .pre
lk_pre
lk_serve
