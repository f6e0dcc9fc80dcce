#!/bin/bash
# run.sh: runs a snippet of the user in a subshell. Sourced by stages.sh and post.sh.
# shellcheck disable=SC2034,SC2154 # names of other parts

# lk_run FILE [DESCRIPTOR] runs a snippet in a subshell, which sees the changes of earlier snippets, and sets lk_status to its
# status. Its standard error goes to the file descriptor. The first process of a container must pass the kubelet's SIGTERM on,
# because nobody else does.
lk_run() {
  lk_child=starting # lk_wait passes on a SIGTERM that comes before the process number is known
  (
    trap - EXIT TERM
    set +eu
    # shellcheck disable=SC1090
    . "$1"
  ) <&0 2>&"${2:-2}" &
  lk_child=$!
  lk_wait
}
