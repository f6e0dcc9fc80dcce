#!/bin/bash
# Latchkey v0.1, generators/metricset/scripts/hpctoolkit.sh
lk_analyse_workers() {
  local host own; read -r own </proc/sys/kernel/hostname
  while read -r host _; do
    if [ -z "$host" ] || [ "${host%%.*}" = "${own%%.*}" ]; then continue; fi
    ssh -n "$host" "$2" || lk_error "the analysis of $1 failed on $host"
  done <./hostlist.txt
}
printf -v lk_text 'cd %q && { [ ! -d %q ] || { hpcstruct %q && hpcprof -o %q %q; }; }' "$PWD" "$1" "$1" "$1-database" "$1"
bash -c "$lk_text" || lk_error "the analysis of $1 failed here"
# ships for: LATCHKEY_WORKERS >
[ ! -f ./hostlist.txt ] || lk_analyse_workers "$1" "$lk_text"
# end >
echo "METRICS-OPERATOR HPCTOOLKIT Post analysis done."
