#!/bin/sh
# lib-shebang.sh: reads the first line of commands.script. Sourced, in sets with such a script. It is POSIX sh.
# shellcheck disable=SC2034,SC2154 # names of other parts

# lk_for_shell FILE succeeds when the first line of a script names sh or bash, or no program. It sets lk_flags to the shell's
# options in that line.
lk_for_shell() {
  lk_first='' lk_flags=''
  read -r lk_first <"$1" || :
  case $lk_first in
    '#!'*/sh\ *-* | '#!'*/bash\ *-*) lk_flags=${lk_first#*sh } ;;
    '#!'*/sh | '#!'*/sh\ * | '#!'*/bash | '#!'*/bash\ * | '#!'*/env\ sh | '#!'*/env\ bash) return 0 ;;
    '#!'*) return 1 ;;
  esac
}
