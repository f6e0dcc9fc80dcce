#!/bin/bash
# broker-script.sh: runs commands.script in place of a command. Sourced by broker.sh, in sets with such a script.
# shellcheck disable=SC2034,SC2154 # names of other parts

# lk_script_words FILE sets lk_words to what runs commands.script: the program of its first line, or bash. bash also runs
# scripts for sh, with the options of their first line.
lk_script_words() {
  # shellcheck disable=SC2206 # the options are words
  if lk_for_shell "$1"; then lk_words=(bash $lk_flags "$1"); else lk_words=("$1"); fi
}
