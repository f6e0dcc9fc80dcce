#!/bin/bash
# broker-launcher.sh: runs the user's command as a program that submits jobs. Sourced by broker.sh, in sets in launcher mode.
# shellcheck disable=SC2034,SC2154 # names of other parts

lk_launcher_program() {
  lk_user_words lk_shell_words
  lk_program=(bash "$LATCHKEY_FILES/launcher.sh" "${lk_words[@]}")
}
