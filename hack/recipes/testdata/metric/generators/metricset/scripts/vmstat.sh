#!/bin/bash
# vmstat.sh: looks for vmstat, and takes samples as sample.sh does.
#
# Reads what sample.sh reads.
# shellcheck source=lib.sh
. "${LATCHKEY_FILES:=/metrics_operator}/lib.sh"
# shellcheck source=stages.sh
. "$LATCHKEY_FILES/stages.sh"

command -v vmstat >/dev/null || lk_fail "there is no vmstat in this image: use one with procps"
# shellcheck source=sample.sh
. "$LATCHKEY_FILES/sample.sh"
