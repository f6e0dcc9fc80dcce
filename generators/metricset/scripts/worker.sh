#!/bin/bash
# worker.sh: lets the launcher in, until the set ends.
# shellcheck source=hosts.sh
. "${LATCHKEY_FILES:=/metrics_operator}/hosts.sh"

lk_metadata
# ships for: .problem
lk_problem
# ships for: .pre
lk_pre
lk_serve
