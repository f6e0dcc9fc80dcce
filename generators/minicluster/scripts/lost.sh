#!/bin/bash
# lost.sh FILE HOSTS DOMAIN PROGRAM...: runs the program of the instance and ends with its status. If the program failed and a worker is
# lost, lost.sh writes the worker's host name into FILE.
#
# A worker is lost if Flux says that its broker is down and its host does not answer. A host that is there answers at once:
# it refuses the connection if only its broker is down. HOSTS is what the host names begin with, before a hyphen and the rank.
# DOMAIN follows them, and may be empty.
set -u
file=$1 hosts=$2 domain=$3 status=0
shift 3

# is_silent HOST tells whether a host does not answer.
is_silent() {
  local said answer=0
  said=$(LC_ALL=C timeout 5 bash -c ": <>'/dev/tcp/$1/8050'" 2>&1) || answer=$?
  [ "$answer" = 124 ] || [[ $said = *'No route to host'* ]]
}

# find_lost prints the first worker that is lost.
find_lost() {
  local range ranks rank
  ranks=$(timeout 60 flux resource list -s down -n -o '{ranks}' 2>/dev/null) || return 0
  for range in ${ranks//,/ }; do
    for ((rank = ${range%-*}; rank <= ${range#*-}; rank++)); do
      if is_silent "$hosts-$rank$domain"; then
        printf '%s\n' "$hosts-$rank"
        return
      fi
    done
  done
}

trap 'kill -TERM "$child" 2>/dev/null || :' TERM HUP
"$@" <&0 &
child=$!
while kill -0 "$child" 2>/dev/null; do wait "$child" || :; done
wait "$child" || status=$?
[ "$status" = 0 ] || find_lost >"$file"
exit "$status"
