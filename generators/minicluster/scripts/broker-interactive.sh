#!/bin/bash
# broker-interactive.sh: an instance without a command, which runs until it is stopped. Sourced by broker.sh.
# shellcheck disable=SC2034,SC2154 # names of other parts

lk_interactive_program() {
  lk_start+=(-o-Sbroker.rc2_none)
  lk_prefix=()
}
