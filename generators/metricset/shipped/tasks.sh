#!/bin/bash
# Latchkey v0.1, generators/metricset/scripts/tasks.sh
lk_cores() {
  local cores quota period; cores=$(nproc)
  if { read -r quota period <"${LATCHKEY_CGROUP:-/sys/fs/cgroup}/cpu.max"; } 2>/dev/null && [ "$quota" != max ]; then
    quota=$((quota / period)); [ "$quota" -ge 1 ] || quota=1
    [ "$quota" -ge "$cores" ] || cores=$quota
  fi
  printf '%s\n' "$cores"
}
lk_memory() {
  local name value free='' limit used
  while read -r name value _; do
    if [ "$name" = MemAvailable: ]; then free=$value; fi
  done <"${LATCHKEY_MEMINFO:-/proc/meminfo}"
  [ -n "$free" ] || lk_fail "the kernel does not say how much memory there is: set the option memory"
  if { read -r limit <"${LATCHKEY_CGROUP:-/sys/fs/cgroup}/memory.max"; } 2>/dev/null && [ "$limit" != max ]; then
    used=0; { read -r used <"${LATCHKEY_CGROUP:-/sys/fs/cgroup}/memory.current"; } 2>/dev/null || :
    limit=$(((limit - used) / 1024)); [ "$limit" -ge "$free" ] || free=$limit
  fi
  printf '%s\n' "$free"
}
lk_tasks() {
  local cores; pods=$((${LATCHKEY_WORKERS:-0} + 1)); cores=$(lk_cores); np=${LATCHKEY_TASKS:-$((cores * pods))}
  tasks=$(((np + pods - 1) / pods)); echo "Number of tasks (nproc on one node) is $cores"
  echo "Number of tasks total (across $pods nodes) is $np"; export np tasks; : "${LATCHKEY_SLOTS:=$tasks}"
}
