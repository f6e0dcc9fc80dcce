#!/bin/bash
# broker-launcher.sh: runs the user's command as a program that submits jobs. Sourced by broker.sh on the lead, in launcher
# mode. It sets lk_program.
# shellcheck disable=SC2034,SC2154 # names of other parts
# shellcheck source=broker-command.sh
. "$LATCHKEY_FILES/broker-command.sh"

lk_user_words lk_shell_words
lk_program=(bash "$LATCHKEY_FILES/launcher.sh" "${lk_words[@]}")
