#!/bin/bash
# follow.sh: follows processes in this pod, through /proc, and takes samples of them as long as there are any. Sourced after
# processes.sh by a script that finds the processes: it defines lk_find_tasks, which sets lk_found and lk_pids, and lk_is_over,
# which succeeds when there is nothing to wait for any more. The scripts of attached metrics define three functions: lk_ready
# is called first, lk_look looks at processes before a sample, and lk_sample takes a sample and counts it in lk_samples.
#
# Reads:
#   LATCHKEY_RATE         seconds from the start of one sample to the start of the next, default 10
#   LATCHKEY_COMPLETIONS  number of samples, default 0: as long as there is something to follow
#   LATCHKEY_TIMEOUT      seconds to wait for the first process; unset: as long as the application lives
# Files:
#   .application          what runs in the pod, for readers of the log
# shellcheck disable=SC2034,SC2154 # lk_texts, lk_wanted, lk_step and others come from lib.sh, processes.sh and match.sh
# shellcheck source=match.sh
[ ! -f "$LATCHKEY_FILES/match.sh" ] || . "$LATCHKEY_FILES/match.sh"
lk_lone='' lk_pids='' lk_newest='' lk_step=1 lk_wanted='' lk_pattern=''

# lk_look_again begins a look at all processes: it reads the name, parent and start time of each. It skips zombies, because
# they have ended.
lk_look_again() {
  local file text fields pid
  lk_parents=() lk_children=() lk_starts=() lk_names=() lk_found=() lk_lone_before=$lk_lone lk_lone=''
  for file in /proc/[0-9]*/stat; do
    text=''
    { IFS= read -r -d '' text <"$file"; } 2>/dev/null || [ -n "$text" ] || continue
    # shellcheck disable=SC2206 # numbers and a letter, after a name that may hold anything
    fields=(${text##*) })
    [ "${fields[0]}" != Z ] || continue
    pid=${file#/proc/} pid=${pid%/stat}
    text=${text#*(}
    lk_names[pid]=${text%)*}
    lk_parents[pid]=${fields[1]} lk_starts[pid]=${fields[19]}
    lk_children[fields[1]]="${lk_children[fields[1]]:-} $pid"
  done
}

# lk_join_pids sets lk_pids to the found processes, and fails if there is none.
lk_join_pids() {
  local IFS=,
  lk_pids="${lk_found[*]}"
  [ -n "$lk_pids" ]
}

# lk_kind_of PID sets lk_kind to what a process is, by its name and first arguments. Programs of flux are in libexec/flux, and
# some have only "job" as their first argument. A new container begins as the runtime runc, which then becomes its program.
lk_kind_of() {
  local words=() name
  { mapfile -d '' -t words <"/proc/$1/cmdline"; } 2>/dev/null || return 1
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

# lk_is_lone PID succeeds when a shell without children had none at the last look either. A new shell may be about to start
# the application.
lk_is_lone() {
  lk_lone="$lk_lone $1:${lk_starts[$1]} "
  case $lk_lone_before in *" $1:${lk_starts[$1]} "*) return 0 ;; *) return 1 ;; esac
}

# lk_alive succeeds when a process of lk_found lives.
lk_alive() {
  local pid
  for pid in "${lk_found[@]}"; do
    if lk_stat "$pid" && [ "$lk_start" = "${lk_starts[pid]}" ]; then return 0; fi
  done
  return 1
}

# lk_await_start waits until a process has started in this pod, at most a second. The kernel tells this without a look at
# all processes. It waits no longer, because a process can become another program without a start.
lk_await_start() {
  local newest=$lk_newest
  for _ in {1..5}; do
    if [ "$newest" != "$lk_newest" ] || [ -n "$lk_stopped" ]; then break; fi
    lk_pause 0.2
    read -r _ _ _ _ newest </proc/loadavg
  done
  lk_newest=$newest
}

# lk_is_in_vain succeeds when nothing was followed yet and waiting has no use any more.
lk_is_in_vain() { [ -z "${lk_seen:-}" ] && [ -n "${LATCHKEY_TIMEOUT:-}" ] && [ "$SECONDS" -ge "$LATCHKEY_TIMEOUT" ]; }

# lk_follow takes samples at even intervals while there is something to follow, until it is over.
lk_follow() {
  local next=0
  until [ -n "$lk_stopped" ] || lk_is_over; do
    if ! lk_find_tasks; then
      ! lk_is_in_vain || break
      lk_await_start
      continue
    fi
    lk_seen=true
    if [ "$SECONDS" -ge "$next" ]; then
      [ "$next" != 0 ] || next=$SECONDS
      while [ "$next" -le "$SECONDS" ]; do next=$((next + ${LATCHKEY_RATE:-10})); done
      lk_look
      [ -n "$lk_collecting" ] || lk_collection_start
      lk_sample || break
      ! lk_is_enough || break
    fi
    lk_until "$next"
  done
  [ "$lk_samples$lk_failed" != 00 ] ||
    lk_say "no sample: nothing ran in this pod, or not long enough"
  [ -n "$lk_collecting" ] || lk_collection_start
  lk_collection_end
}

# lk_application prints what this container watches.
lk_application() {
  local text=${LATCHKEY_CONTAINERS:-}
  [ ! -f "$lk_texts.application" ] || text=$(<"$lk_texts.application")
  printf '%s\n' "${lk_wanted:-${lk_pattern:-$text}}"
}

# lk_stay keeps this container until it is stopped, because Kubernetes starts a native sidecar again when it ends. Its status
# shows in the pod and has no other effect.
lk_stay() {
  trap - EXIT
  while [ -z "$lk_stopped" ]; do lk_sleep 3600; done
  exit "$lk_failed"
}

# shellcheck disable=SC2317 # called by the trap of lib.sh
# lk_on_exit runs when a user's text ends this script. The container must not end with it.
lk_on_exit() {
  local status=$?
  lk_failed=$((status == 0 ? 1 : status))
  lk_error "a snippet ended the sampling with status $status: call exit in a subshell only"
  lk_collection_end
  lk_stay
}

# lk_join runs all stages. A failure is reported and does not end this container.
lk_join() {
  lk_metadata
  # without such a file, follow what Flux runs, or what the watched containers run
  if [ -f "$LATCHKEY_FILES/match.sh" ]; then lk_what || :; fi
  lk_ready || lk_failed=1
  [ "$lk_failed" = 0 ] || lk_stay
  # shellcheck source=pre.sh
  [ ! -f "$lk_texts.pre-0" ] || . "$LATCHKEY_FILES/pre.sh"
  lk_follow
  # shellcheck source=post.sh
  [ ! -f "$lk_texts.post-0" ] || . "$LATCHKEY_FILES/post.sh"
  lk_stay
}

lk_traps
