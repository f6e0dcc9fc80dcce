#!/bin/bash
# hpl.sh: a launcher that sizes a problem for the memory of the hosts, writes HPL.dat, and runs HPL.
#
# Reads, besides what lib.sh, hosts.sh and tasks.sh read:
#   LATCHKEY_MEMORY     GiB of each host that the problem is sized for, default the free memory of this host
#   LATCHKEY_RATIO      share of this memory to use, in thousandths, default 300
#   LATCHKEY_BLOCKSIZE  the size is a multiple of this number, default 192
#   LATCHKEY_MEMINFO    default /proc/meminfo
# Further files: .dat, HPL.dat with @N@, @P@ and @Q@ in place of the size and of the process grid
# shellcheck source=hosts.sh
. "${LATCHKEY_FILES:=/metrics_operator}/hosts.sh"
# shellcheck source=tasks.sh
. "$LATCHKEY_FILES/tasks.sh"

# lk_root NUMBER prints the square root, rounded down.
lk_root() {
  local root=$1 next=$((($1 + 1) / 2))
  while [ "$next" -lt "$root" ]; do
    root=$next
    next=$(((root + $1 / root) / 2))
  done
  printf '%s\n' "$root"
}

# lk_memory prints the memory that this pod may still take, in KiB.
lk_memory() {
  local name value free='' limit used
  while read -r name value _; do
    if [ "$name" = MemAvailable: ]; then free=$value; fi
  done <"${LATCHKEY_MEMINFO:-/proc/meminfo}"
  [ -n "$free" ] || lk_fail "the kernel does not say how much memory there is: set the option memory"
  if { read -r limit <"${LATCHKEY_CGROUP:-/sys/fs/cgroup}/memory.max"; } 2>/dev/null && [ "$limit" != max ]; then
    used=0
    { read -r used <"${LATCHKEY_CGROUP:-/sys/fs/cgroup}/memory.current"; } 2>/dev/null || :
    limit=$(((limit - used) / 1024))
    [ "$limit" -ge "$free" ] || free=$limit
  fi
  printf '%s\n' "$free"
}

# lk_size sets lk_n, the size of a matrix of doubles that fills the share of all hosts' memory.
lk_size() {
  local kib block=${LATCHKEY_BLOCKSIZE:-192}
  if [ -n "${LATCHKEY_MEMORY:-}" ]; then kib=$((LATCHKEY_MEMORY * 1024 * 1024)); else kib=$(lk_memory); fi
  echo "Memory is $kib KiB"
  lk_n=$(lk_root $((kib * pods * 128 * ${LATCHKEY_RATIO:-300} / 1000)))
  lk_n=$((lk_n / block * block))
  [ "$lk_n" -ge "$block" ] || lk_n=$block
  echo "Compute size is $lk_n"
}

# lk_grid sets lk_p and lk_q, as near to each other as possible. Their product is the number of ranks.
lk_grid() {
  lk_p=$(lk_root "$np")
  while [ $((np % lk_p)) != 0 ]; do lk_p=$((lk_p - 1)); done
  lk_q=$((np / lk_p))
}

lk_dat() {
  local text
  text=$(<"$lk_texts.dat")
  text=${text//@N@/$lk_n}
  text=${text//@P@/$lk_p}
  printf '%s\n' "${text//@Q@/$lk_q}" >./HPL.dat || lk_fail "cannot write HPL.dat in $PWD"
}

lk_main() {
  lk_metadata
  # shellcheck source=profile.sh
  [ -z "${LATCHKEY_PROFILE:-}" ] || . "$LATCHKEY_FILES/profile.sh" >&2
  lk_names
  lk_tasks
  lk_size
  lk_grid
  lk_dat
  lk_hostlist
  lk_mpi
  [ -z "${LATCHKEY_WORKERS:-}" ] || lk_reach
  # shellcheck source=pre.sh
  [ ! -f "$lk_texts.pre-0" ] || . "$LATCHKEY_FILES/pre.sh"
  lk_collection_start
  lk_timepoint
  lk_measure "$lk_texts.command-0"
  lk_finish
}

lk_main
