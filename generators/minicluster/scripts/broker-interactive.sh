#!/bin/bash
# broker-interactive.sh: starts an instance without a command, which runs until it is stopped. Sourced by broker.sh on the
# lead, in interactive mode. It sets lk_program.
# shellcheck disable=SC2034 # names of other parts
lk_start+=(-o-Sbroker.rc2_none)
lk_prefix=()
lk_program=()
