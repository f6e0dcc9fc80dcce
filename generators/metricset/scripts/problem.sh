#!/bin/bash
# problem.sh: writes the script of the problem to ./problem.sh, unchanged. Sourced, in sets with such a script.
# shellcheck disable=SC2154 # names of other parts
cat "$lk_texts.problem" >./problem.sh
chmod 0755 ./problem.sh
