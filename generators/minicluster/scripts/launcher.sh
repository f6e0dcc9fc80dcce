#!/bin/bash
# launcher.sh PROGRAM...: runs a program that submits jobs, and then waits for its jobs, because the end of the instance would
# cancel them. It shows their output. It ends with the program's status or, if that is 0, with the first status of a job
# that is not 0. Among the jobs that ended before the program, batch jobs alone count: the program has judged the others.
set -eu
status=0 child='' stopped='' seen=' '

# shellcheck disable=SC2317 # called by the traps
stop() {
  stopped=$1
  [ -z "$child" ] || kill -"$1" "$child" 2>/dev/null || :
}

# run PROGRAM... sets status to the status of a program. The signals of this script are passed to the program.
run() {
  status=0
  "$@" <&0 &
  child=$!
  [ -z "$stopped" ] || stop "$stopped"
  while kill -0 "$child" 2>/dev/null; do wait "$child" || :; done
  wait "$child" || status=$?
  child=''
}

# await waits for each new job. Such jobs may submit others.
await() {
  local id found='' largest=0
  for id in $(flux jobs --no-header --format='{id}'); do
    case $seen in *" $id "*) ;; *) found="$id $found" ;; esac
  done
  [ -n "$found" ] || return 1
  printf 'latchkey: the command has ended, waiting for jobs that it left: %s\n' "$found" >&2
  for id in $found; do
    seen="$seen$id "
    run flux job attach "$id"
    [ "$largest" != 0 ] || largest=$status
  done
  status=$largest
}

# judge_batches sets status to that of the first batch job that failed, whenever it ended. A batch job runs a broker of its
# own.
judge_batches() {
  local id code spec
  while read -r id code; do
    spec=$(flux job info "$id" jobspec) || continue
    case ${spec// /} in *'"command":["flux","broker",'*) ;; *) continue ;; esac
    [[ $code =~ ^[1-9][0-9]{0,2}$ ]] || code=1 # a signal, or no status at all
    status=$code
    printf 'latchkey: error: the batch job %s failed with status %s\n' "$id" "$code" >&2
  done < <(flux jobs --filter=failed,canceled,timeout --count=0 --no-header --format='{id} {returncode}')
}

trap 'stop TERM' TERM
trap 'stop HUP' HUP
run "$@"
while [ "$status" = 0 ] && [ -z "$stopped" ] && await; do :; done
if [ "$status" = 0 ] && [ -z "$stopped" ]; then judge_batches; fi
exit "$status"
