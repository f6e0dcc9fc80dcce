#!/bin/bash
# perf-bpftrace.sh: counts what the kernel sees of the processes of this pod, with bpftrace, until this container is stopped.
#
# The filter is the process namespace that the containers of the pod share: programs compare that of the current process with
# that of this script. One bpftrace runs all programs. Each prints its maps at its end; the same statements run at the end of
# every sample. What bpftrace prints is JSON, a line a map. Maps whose names end in _since hold what has begun, and are left out.
#
# Reads, besides what lib.sh and match.sh read:
#   LATCHKEY_PROGRAMS   names of the programs, each in a file bpftrace-<name>.bt; unset: the script of the user alone
#   LATCHKEY_RATE       seconds between samples, default 10
#   LATCHKEY_WATCHED    name of the container to count; unset: the whole pod
#   LATCHKEY_SIDECAR    native: Kubernetes stops this container after the application, and starts it again if it ends
#   LATCHKEY_TRACING    folder of tracefs, default /sys/kernel/tracing
#   LATCHKEY_BTF        file with the types of the kernel, default /sys/kernel/btf/vmlinux
#   LATCHKEY_STATUS     file with the rights of this process, default /proc/self/status
#   LATCHKEY_TERMINATION  file for the last message of this container, default /dev/termination-log
#   LATCHKEY_MOUNTS     folder with the tables of mounts, <pid>/mountinfo, default /proc
# Files:
#   .script             a program of the user, in place of the others, which gets the same arguments. Its time() begins a sample
# shellcheck source=lib.sh
. "${LATCHKEY_FILES:=/metrics_operator}/lib.sh"
# shellcheck source=processes.sh
. "$LATCHKEY_FILES/processes.sh"
lk_wanted='' lk_pattern=''
# shellcheck source=match.sh
[ ! -f "$LATCHKEY_FILES/match.sh" ] || . "$LATCHKEY_FILES/match.sh"
: "${LATCHKEY_TRACING:=/sys/kernel/tracing}" "${LATCHKEY_BTF:=/sys/kernel/btf/vmlinux}"
lk_narrow='' lk_name='' lk_program='' lk_dropped=0 lk_why=''
# shellcheck disable=SC2016 # for bpftrace
lk_namespace='curtask->nsproxy->pid_ns_for_children->ns.inum == $1'

# lk_stay says why nothing is counted any more. It keeps a native sidecar until it is stopped, because Kubernetes would start it
# again, which would not help.
lk_stay() {
  trap - EXIT
  lk_collection_end
  [ "$lk_failed" = 0 ] || echo "$lk_why" 2>/dev/null >"${LATCHKEY_TERMINATION:-/dev/termination-log}" || :
  while [ "${LATCHKEY_SIDECAR:-}" = native ] && [ -z "$lk_stopped" ]; do lk_sleep 3600; done
  exit "$lk_failed"
}

lk_fail() {
  lk_failed=1 lk_why=$*
  lk_error "$@"
  lk_stay
}

# lk_check fails if something is missing that all programs need.
lk_check() {
  local key rights
  command -v bpftrace >/dev/null || lk_fail "there is no bpftrace in this image"
  [ -r "$LATCHKEY_BTF" ] || lk_fail "the kernel of this node has no type information (BTF) at $LATCHKEY_BTF: it must be built with CONFIG_DEBUG_INFO_BTF"
  while read -r key rights; do
    # the capability SYS_ADMIN has number 21
    [ "$key" != CapEff: ] || ((0x$rights & 1 << 21)) || lk_fail "this container lacks the capability SYS_ADMIN, which bpftrace needs: run it as root, and let no policy take the capability away"
  done <"${LATCHKEY_STATUS:-/proc/self/status}"
  [ -d "$LATCHKEY_TRACING/events" ] || mount -t tracefs tracefs "$LATCHKEY_TRACING" 2>/dev/null ||
    lk_fail "tracefs cannot be mounted at $LATCHKEY_TRACING: a policy of the node, such as AppArmor, refuses it, or the kernel lacks it"
}

# lk_narrow_down waits for the process or the container that the user named, and adds to the filter.
lk_narrow_down() {
  [ -n "${LATCHKEY_WATCHED:-}$lk_wanted$lk_pattern" ] || return 0
  local sought="in the container ${LATCHKEY_WATCHED:-}"
  lk_program=${lk_wanted%% *} lk_program=${lk_program##*/} lk_program=${lk_program:0:15}
  [ -z "$lk_wanted" ] || sought="with the name $lk_program, or the command line $lk_wanted"
  [ -z "$lk_pattern" ] || sought="with a command line that has $lk_pattern"
  echo "Waiting for application PID..."
  lk_say "counting begins when a process runs $sought"
  until lk_find; do
    if [ -n "$lk_stopped" ]; then
      lk_say "no sample: no process ran $sought"
      lk_stay
    fi
    lk_pause 0.2
  done
}

# lk_find finds the first process that fits. A command is known by the name of its process, which is that of its program without the
# folder, 15 characters of it; a container by the device of its root folder, which every user may read.
lk_find() {
  local each
  for each in /proc/[0-9]*; do
    each=${each#/proc/}
    [ -z "${LATCHKEY_WATCHED:-}" ] || lk_is_inside "$each" || continue
    if [ -n "$lk_wanted$lk_pattern" ]; then
      { read -r lk_name <"/proc/$each/comm"; } 2>/dev/null || continue
      [ "$lk_name" = "$lk_program" ] || lk_fits "$each" || continue
      # shellcheck disable=SC2016 # for bpftrace
      lk_narrow+=' && comm == str($4)'
    fi
    return 0
  done
  return 1
}

# lk_is_inside PID succeeds for a process of the container to count. The kubelet mounts a file for the last message of a container
# from a folder that has the container's name.
lk_is_inside() {
  local text
  { text=$(<"${LATCHKEY_MOUNTS:-/proc}/$1/mountinfo"); } 2>/dev/null || return 1
  [[ $text =~ /pods/[^/\ ]+/containers/"$LATCHKEY_WATCHED"/[0-9a-f]+\  ]] || return 1
  [[ $'\n'$text =~ $'\n'[0-9]+\ [0-9]+\ ([0-9]+):([0-9]+)\ [^\ ]+\ /\  ]] || return 1
  lk_narrow=" && curtask->fs->root.mnt->mnt_sb->s_dev == $((BASH_REMATCH[1] << 20 | BASH_REMATCH[2]))"
}

# lk_compose prints the programs as one. What a program does at its END is done after each sample too.
lk_compose() {
  local name line ends=''
  for name in $LATCHKEY_PROGRAMS; do
    while IFS= read -r line; do
      case $line in
        '//'*) ;;
        'END { '*) line=${line#END \{ } ends+=${line% \}} ;;
        *) printf '%s\n' "${line//"$lk_namespace"/"$lk_namespace$lk_narrow"}" ;;
      esac
    done <"$LATCHKEY_FILES/bpftrace-$name.bt"
  done
  # shellcheck disable=SC2016 # for bpftrace
  printf 'interval:s:$2 { time("%%s\\n"); %s }\nEND { time("%%s\\n"); %s }\n' "$ends" "$ends"
}

# lk_check_probes TEXT fails if the kernel lacks a tracepoint of the programs.
lk_check_probes() {
  local rest=$1 probe
  while [[ $rest =~ tracepoint:([a-z0-9_]+):([a-z0-9_]+)(.*) ]]; do
    rest=${BASH_REMATCH[3]} probe=${BASH_REMATCH[1]}/${BASH_REMATCH[2]}
    [ -d "$LATCHKEY_TRACING/events/$probe" ] || lk_fail "the kernel of this node has no tracepoint ${probe/\//:}: leave out the program that uses it ($LATCHKEY_PROGRAMS)"
  done
}

# lk_line LINE prints a line of bpftrace, after a mark if it begins a sample. What is not JSON is a message. The kind of the machine
# comes first: it tells what the numbers of system calls mean. In place of a line that is too long stands a line that says so: what is not
# printed counts as 0.
lk_line() {
  case $1 in
    '{"type": "attached_probes"'*) lk_collection_start && printf '{"type": "machine", "data": "%s"}\n' "$(uname -m)" ;;
    '{"type": "time"'*) lk_timepoint && printf '%s\n' "$1" ;;
    '{"type": "'*'", "data": {"@'*_since\":*) ;;
    '{'*) if [ ${#1} -le 65536 ]; then printf '%s\n' "$1"; else lk_dropped=$((lk_dropped + 1)) && echo '{"type": "left_out"}'; fi ;;
    *RLIMIT_MEMLOCK*) ;; # it needs no such limit since Linux 5.11
    *ERROR*) lk_why=${lk_why:-${1#*ERROR: }} ;;
  esac
}

# lk_run runs bpftrace and prints its lines. It reads a line once one is there: a read with a limit of time may take the end of a
# line and say nothing of it, which joins two lines. While it waits, signals are looked for once a second.
lk_run() {
  local line pid
  coproc LK_BPFTRACE { exec bpftrace -f json <(printf '%s\n' "$1") "$(stat -Lc %i /proc/self/ns/pid)" "${LATCHKEY_RATE:-10}" "$(stat -Lc %i /proc/self/ns/net)" "$lk_name" 2>&1; }
  lk_child=$LK_BPFTRACE_PID pid=$lk_child
  exec {lk_out}<&"${LK_BPFTRACE[0]}"
  [ -z "$lk_stopped" ] || lk_on_term # a SIGTERM came before the process number was known
  while :; do
    read -r -t 0 -u "$lk_out" || { lk_pause 1 && continue; }
    IFS= read -r -u "$lk_out" line || break
    lk_line "$line"
  done
  lk_child=''
  wait "$pid" || lk_status=$?
}

# shellcheck disable=SC2317 # called by the trap
# lk_on_term lets bpftrace print the last sample.
lk_on_term() {
  lk_stopped=true
  [ -z "$lk_child" ] || kill -TERM "$lk_child" 2>/dev/null || :
}

# shellcheck disable=SC2317 # called by the trap
# lk_on_exit runs when a snippet of the user ends this script. The container must not end with it.
lk_on_exit() { lk_fail "a snippet ended the sampling with status $?: call exit in a subshell only"; }

lk_main() {
  local text
  lk_metadata
  lk_check
  if [ -f "$LATCHKEY_FILES/match.sh" ]; then lk_what || :; fi
  lk_narrow_down
  if [ -f "$lk_texts.script" ]; then
    text=$(<"$lk_texts.script")
  else
    text=$(lk_compose)
    lk_check_probes "$text"
  fi
  # shellcheck source=pre.sh
  [ ! -f "$lk_texts.pre-0" ] || . "$LATCHKEY_FILES/pre.sh"
  lk_run "$text"
  [ "$lk_dropped" = 0 ] || lk_say "$lk_dropped lines of more than 64 KiB were left out"
  [ -n "$lk_stopped" ] || lk_fail "bpftrace ended with status $lk_status: ${lk_why:-it gives no reason}"
  [ -n "$lk_collecting" ] || lk_say "no sample: this container was stopped before bpftrace began to count, which takes seconds"
  lk_collection_end
  # shellcheck source=post.sh
  [ ! -f "$lk_texts.post-0" ] || . "$LATCHKEY_FILES/post.sh"
  lk_stay
}

lk_traps
lk_main
