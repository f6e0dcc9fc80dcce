#!/bin/bash
# Latchkey v0.1, generators/metricset/scripts/worker.sh
. "${LATCHKEY_FILES:=/metrics_operator}/hosts.sh"
lk_metadata
# ships for: .problem < >
lk_problem
# end <
# ships for: .pre >
lk_pre
# end < >
lk_serve
