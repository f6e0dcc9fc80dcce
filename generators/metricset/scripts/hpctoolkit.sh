#!/bin/bash
# hpctoolkit.sh OUTPUT: makes a database of the measurements on this host and on each host of ./hostlist.txt. Sourced after
# the collection.
# shellcheck disable=SC2154 # lk_error comes from lib.sh

# lk_analyse_workers OUTPUT TEXT runs a snippet on the other hosts.
lk_analyse_workers() {
  local host own
  read -r own </proc/sys/kernel/hostname
  while read -r host _; do
    if [ -z "$host" ] || [ "${host%%.*}" = "${own%%.*}" ]; then continue; fi
    # shellcheck disable=SC2029 # the text is made here
    ssh -n "$host" "$2" || lk_error "the analysis of $1 failed on $host"
  done <./hostlist.txt
}

# What each host runs. It does nothing on a host without measurements.
printf -v lk_text 'cd %q && { [ ! -d %q ] || { hpcstruct %q && hpcprof -o %q %q; }; }' "$PWD" "$1" "$1" "$1-database" "$1"
bash -c "$lk_text" || lk_error "the analysis of $1 failed here"
[ ! -f ./hostlist.txt ] || lk_analyse_workers "$1" "$lk_text"
echo "METRICS-OPERATOR HPCTOOLKIT Post analysis done."
