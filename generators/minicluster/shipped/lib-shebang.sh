#!/bin/sh
# Latchkey v0.1, generators/minicluster/scripts/lib-shebang.sh
lk_for_shell() {
  lk_first='' lk_flags=''; read -r lk_first <"$1" || :
  case $lk_first in
    '#!'*/sh\ *-* | '#!'*/bash\ *-*) lk_flags=${lk_first#*sh } ;;
    '#!'*/sh | '#!'*/sh\ * | '#!'*/bash | '#!'*/bash\ * | '#!'*/env\ sh | '#!'*/env\ bash) return 0 ;;
    '#!'*) return 1 ;;
  esac
}
