#!/bin/bash
# Latchkey v0.1, generators/metricset/scripts/hpl.sh
. "${LATCHKEY_FILES:=/metrics_operator}/hosts.sh"
. "$LATCHKEY_FILES/tasks.sh"
lk_profile() { [ -f "${LATCHKEY_PROFILE:-}" ] || return 0; set +eu; . "$LATCHKEY_PROFILE" >&2; lk_own_options; lk_traps; }
lk_root() {
  local root=$1 next=$((($1 + 1) / 2))
  while [ "$next" -lt "$root" ]; do root=$next; next=$(((root + $1 / root) / 2)); done
  printf '%s\n' "$root"
}
lk_size() {
  local kib block=${LATCHKEY_BLOCKSIZE:-192}
  # ships for: LATCHKEY_MEMORY < >
  [ -z "${LATCHKEY_MEMORY:-}" ] || kib=$((LATCHKEY_MEMORY * 1024 * 1024))
  # end
  # ships for: not LATCHKEY_MEMORY >
  [ -n "${LATCHKEY_MEMORY:-}" ] || kib=$(lk_memory)
  # end >
  echo "Memory is $kib KiB"; lk_n=$(lk_root $((kib * pods * 128 * ${LATCHKEY_RATIO:-300} / 1000)))
  lk_n=$((lk_n / block * block)); [ "$lk_n" -ge "$block" ] || lk_n=$block
  echo "Compute size is $lk_n"
}
lk_grid() { lk_p=$(lk_root "$np"); while [ $((np % lk_p)) != 0 ]; do lk_p=$((lk_p - 1)); done; lk_q=$((np / lk_p)); }
lk_dat() {
  local text; text=$(<"$lk_texts.dat"); text=${text//@N@/$lk_n}; text=${text//@P@/$lk_p}
  printf '%s\n' "${text//@Q@/$lk_q}" >./HPL.dat || lk_fail "cannot write HPL.dat in $PWD"
}
lk_main() {
  lk_metadata; lk_profile; lk_names; lk_tasks; lk_size; lk_grid; lk_dat; lk_hostlist; lk_mpi
  # ships for: LATCHKEY_WORKERS < >
  [ -z "${LATCHKEY_WORKERS:-}" ] || lk_reach
  # end
  # ships for: .pre >
  lk_pre
  # end < >
  lk_collection_start; lk_timepoint; lk_measure "$lk_texts.command-0"; lk_finish
}
lk_main
