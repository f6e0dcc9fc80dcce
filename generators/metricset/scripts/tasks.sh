#!/bin/bash
# tasks.sh: how many ranks a launcher starts, and how many on each host. Sourced after hosts.sh.
#
# Reads:
#   LATCHKEY_TASKS     ranks of all hosts, default one for each core
#   LATCHKEY_WORKERS   number of workers, default 0
#   LATCHKEY_SLOTS     ranks that each line of hostlist.txt allows, default as many as the ranks need
#   LATCHKEY_CGROUP    default /sys/fs/cgroup
# Exports for the measured commands: np, the ranks of all hosts, and tasks, the ranks of one host.

# lk_cores prints the cores that this pod may use: no more than its CPU limit.
lk_cores() {
  local cores quota period
  cores=$(nproc)
  if { read -r quota period <"${LATCHKEY_CGROUP:-/sys/fs/cgroup}/cpu.max"; } 2>/dev/null && [ "$quota" != max ]; then
    quota=$((quota / period))
    [ "$quota" -ge 1 ] || quota=1
    [ "$quota" -ge "$cores" ] || cores=$quota
  fi
  printf '%s\n' "$cores"
}

# lk_tasks sets np, tasks and pods, and prints two lines that readers of logs expect.
lk_tasks() {
  local cores
  pods=$((${LATCHKEY_WORKERS:-0} + 1))
  cores=$(lk_cores)
  np=${LATCHKEY_TASKS:-$((cores * pods))}
  tasks=$(((np + pods - 1) / pods))
  echo "Number of tasks (nproc on one node) is $cores"
  echo "Number of tasks total (across $pods nodes) is $np"
  export np tasks
  : "${LATCHKEY_SLOTS:=$tasks}"
}
