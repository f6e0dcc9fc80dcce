#!/bin/bash
# Latchkey v0.1, generators/metricset/scripts/follow.sh
lk_root='' lk_lone='' lk_pids='' lk_newest='' lk_step=1
lk_look_again() {
  local file text fields pid
  lk_parents=() lk_children=() lk_starts=() lk_names=() lk_found=() lk_lone_before=$lk_lone lk_lone=''
  for file in /proc/[0-9]*/stat; do
    text=''; { IFS= read -r -d '' text <"$file"; } 2>/dev/null || [ -n "$text" ] || continue
    fields=(${text##*) }); [ "${fields[0]}" != Z ] || continue
    pid=${file#/proc/} pid=${pid%/stat}; text=${text#*(}; lk_names[pid]=${text%)*}
    lk_parents[pid]=${fields[1]} lk_starts[pid]=${fields[19]}
    lk_children[fields[1]]="${lk_children[fields[1]]:-} $pid"
  done
}
lk_join_pids() { local IFS=,; lk_pids="${lk_found[*]}"; [ -n "$lk_pids" ]; }
lk_kind_of() {
  local words=() name; { mapfile -d '' -t words <"/proc/$1/cmdline"; } 2>/dev/null || return 1
  [ "${#words[@]}" -gt 0 ] || return 1
  name=${words[0]##*/}
  case ${lk_names[$1]:-} in flux-* | runc:*) name=${lk_names[$1]} ;; esac
  case ${name#-} in
    flux-shell) lk_kind=tasks ;;
    flux-broker*) lk_kind=broker ;;
    flux | flux-*) lk_kind=flux ;;
    sh | bash | dash | ash | ksh | mksh | zsh | csh | tcsh | fish | busybox) lk_kind=shell ;;
    runc:* | mpirun | mpiexec* | orterun | prterun | prte | prted | orted | hydra_* | pmi_proxy | srun | env | time | timeout) lk_kind=launcher ;;
    python*) case " ${words[*]:1:3}" in */libexec/flux/*) lk_kind=flux ;; *) lk_kind=program ;; esac ;;
    *) lk_kind=program ;;
  esac
}
lk_is_lone() {
  lk_lone="$lk_lone $1:${lk_starts[$1]} "
  case $lk_lone_before in *" $1:${lk_starts[$1]} "*) return 0 ;; *) return 1 ;; esac
}
lk_alive() {
  local pid
  for pid in "${lk_found[@]}"; do if lk_stat "$pid" && [ "$lk_start" = "${lk_starts[pid]}" ]; then return 0; fi; done
  return 1
}
lk_await_start() {
  local turns=0 newest=$lk_newest
  while [ "$turns" -lt 5 ] && [ "$newest" = "$lk_newest" ] && [ -z "$lk_stopped" ]; do
    lk_pause 0.2; read -r _ _ _ _ newest </proc/loadavg; turns=$((turns + 1))
  done
  lk_newest=$newest
}
lk_is_in_vain() {
  [ -z "${lk_seen:-}" ] || return 1
  # ships for: LATCHKEY_TIMEOUT >
  [ -z "${LATCHKEY_TIMEOUT:-}" ] || [ "$SECONDS" -lt "$LATCHKEY_TIMEOUT" ] || return 0
  # end >
  [ "${LATCHKEY_SIDECAR:-}" != native ] && [ -z "$lk_root" ] && [ "$SECONDS" -ge "${LATCHKEY_ALONE_SECONDS:-60}" ]
}
lk_follow() {
  local next=0
  until [ -n "$lk_stopped" ] || lk_is_over; do
    if ! lk_find_tasks; then
      # ships for: LATCHKEY_TIMEOUT or not LATCHKEY_SIDECAR=native >
      ! lk_is_in_vain || break
      # end >
      lk_await_start; continue
    fi
    # ships for: LATCHKEY_TIMEOUT or not LATCHKEY_SIDECAR=native >
    lk_seen=true
    # end <
    if [ "$SECONDS" -ge "$next" ]; then
      [ "$next" != 0 ] || next=$SECONDS
      while [ "$next" -le "$SECONDS" ]; do next=$((next + ${LATCHKEY_RATE:-10})); done
      lk_look; [ -n "$lk_collecting" ] || lk_collection_start
      lk_sample || break
      # ships for: LATCHKEY_COMPLETIONS >
      ! lk_is_enough || break
      # end
    fi
    lk_until "$next"
  done
  [ "$lk_samples$lk_failed" != 00 ] ||
    lk_say "no sample: nothing ran in this pod, or not long enough"
  [ -n "$lk_collecting" ] || lk_collection_start
  lk_collection_end
}
lk_application() {
  local text=''
  # ships for: not LATCHKEY_RUNNER < >
  text=${LATCHKEY_CONTAINERS:-}
  # end <
  # ships for: .application >
  [ ! -f "$lk_texts.application" ] || text=$(<"$lk_texts.application")
  # end
  # ships for: .watch or .pattern >
  text=${lk_wanted:-${lk_pattern:-$text}}
  # end < >
  printf '%s\n' "$text"
}
lk_stay() {
  trap - EXIT
  # ships for: LATCHKEY_SIDECAR=native <
  if [ "${LATCHKEY_SIDECAR:-}" = native ]; then while [ -z "$lk_stopped" ]; do lk_sleep 3600; done; exit "$lk_failed"; fi
  # end
  # ships for: not LATCHKEY_SIDECAR=native >
  exit 0
  # end <
}
lk_on_exit() {
  local status=$?; lk_failed=$((status == 0 ? 1 : status))
  lk_error "a text ended the sampling with status $status: call exit in a subshell only"; lk_collection_end
  lk_stay
}
lk_join() {
  lk_metadata
  # ships for: .watch or .pattern < >
  lk_what || :
  # end >
  lk_ready || lk_failed=1
  [ "$lk_failed" = 0 ] || lk_stay
  # ships for: .pre >
  lk_pre
  # end < >
  lk_follow
  # ships for: .post < >
  lk_post
  # end < >
  lk_stay
}
