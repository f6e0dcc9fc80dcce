#!/bin/bash
# hosts.sh: the names of the pods of a launcher and its workers. Sourced. With workers it sources ssh.sh, which has ssh
# between them.
#
# Names come from the pod, so the set may be renamed. The host name is <set>-<job>-0-<index>. The domain is in the line that
# the kubelet writes into /etc/hosts.
#
# Reads:
#   LATCHKEY_WORKERS        number of workers, default 0; the launcher has it
#   LATCHKEY_LAUNCHER_JOB   replicated job of the launcher, for example l
#   LATCHKEY_WORKER_JOB     replicated job of the workers, for example w; a launcher with workers has it
#   LATCHKEY_SLOTS          ranks that each line of hostlist.txt allows, default none: the lines say nothing about it
#   LATCHKEY_PRIVATE        folder in memory that only this container can read, default /run/latchkey
#   LATCHKEY_HOSTS_FILE     default /etc/hosts
#   LATCHKEY_HOSTNAME_FILE  default /proc/sys/kernel/hostname
# shellcheck source=lib.sh
. "${LATCHKEY_FILES:=/metrics_operator}/lib.sh"
# shellcheck source=stages.sh
. "$LATCHKEY_FILES/stages.sh"
# shellcheck source=ssh.sh
[ -z "${LATCHKEY_WORKERS:-}" ] || . "$LATCHKEY_FILES/ssh.sh"
lk_private=${LATCHKEY_PRIVATE:-/run/latchkey}

# lk_own_line sets lk_name, the full name of this pod.
lk_own_line() {
  while read -r _ lk_name _; do
    case $lk_name. in "$lk_host".*) return ;; esac
  done <"${LATCHKEY_HOSTS_FILE:-/etc/hosts}"
  return 1
}

# lk_wait_until SECONDS COMMAND... tries a command until it succeeds.
lk_wait_until() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    [ "$SECONDS" -lt "$end" ] || return 1
    lk_sleep 1
    [ -z "$lk_stopped" ] || exit 143
  done
}

# lk_names sets lk_set, the name of the set, and lk_domain. It tries again, because /etc/hosts is empty for a moment (seen):
# the kubelet rewrites it whenever it starts a container of the pod. No name of a job has a hyphen.
lk_names() {
  read -r lk_host <"${LATCHKEY_HOSTNAME_FILE:-/proc/sys/kernel/hostname}"
  lk_host=${lk_host%%.*} lk_name=''
  lk_wait_until 3 lk_own_line || lk_say "this pod has no subdomain: others are looked up by their bare host names"
  lk_domain=${lk_name#"$lk_host"} lk_set=${lk_host%-*-0-*}
}

lk_launcher() { printf '%s\n' "$lk_set-$LATCHKEY_LAUNCHER_JOB-0-0$lk_domain"; }

lk_workers() {
  local each
  for ((each = 0; each < ${LATCHKEY_WORKERS:-0}; each++)); do
    printf '%s\n' "$lk_set-$LATCHKEY_WORKER_JOB-0-$each$lk_domain"
  done
}

# lk_hostlist writes ./hostlist.txt, with the launcher first.
lk_hostlist() {
  # shellcheck disable=SC2046,SC2059 # one word for each host; the number of slots is part of the format
  printf "%s${LATCHKEY_SLOTS:+ slots=$LATCHKEY_SLOTS}\n" $(lk_launcher) $(lk_workers) >./hostlist.txt ||
    lk_fail "cannot write hostlist.txt in $PWD"
}

# lk_mpi lets Open MPI run as root, which is the user of many images.
lk_mpi() { export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1; }
