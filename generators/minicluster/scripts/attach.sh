#!/bin/bash
# attach.sh COMMAND...: runs a command that submits one job and prints its id, then shows the job's output and ends with
# its status.
#
# flux submit --watch does so too, but writes what comes to a pipe when the job has ended, not as it comes (seen with
# flux-core 0.88), and nobody watches an application that way.
#
# Reads:
#   LATCHKEY_DEBUG  true: show the events in the life of the job too
set -eu
show=()
if [ "${LATCHKEY_DEBUG:-}" = true ]; then show=(--show-events --show-exec); fi
id=$("$@")
exec flux job attach "${show[@]}" "$id"
