#!/bin/bash
# pidstat.sh: takes a sample of processes with pidstat. Sourced.
#
# Reads (a boolean is the word true, or unset):
#   LATCHKEY_INTERVAL  seconds that the figures cover; unset: all since the node has booted
#   LATCHKEY_PIDS      boolean: list all processes in each sample
#   LATCHKEY_THREADS   boolean: count threads one by one
#   LATCHKEY_COLOR     boolean: do not ask programs to leave out colour codes
#   LATCHKEY_STACK_SECONDS  seconds between two readings of the stacks, default 60
# shellcheck disable=SC2034,SC2154 # lk_failed and others come from lib.sh and processes.sh; callers set lk_pids: process numbers
# with commas between them
lk_denied='' lk_mute='' lk_stack='' lk_stack_next=0 lk_stack_pids=''

# The sections of a sample: header, source of the figures, and columns. Only a user who may trace a process can read figures
# of the sources "traced" and "stack". The latter are not in every sample.
lk_sections='CPU STATISTICS TASK:task:percent_usr percent_system percent_guest percent_wait percent_cpu cpu
CPU STATISTICS CHILD:child:usr-ms system-ms guest-ms
IO STATISTICS:traced:kb_rd_s kb_wr_s kb_ccwr_s iodelay
POLICY:task:prio policy
PAGEFAULTS TASK:task:minflt_s majflt_s vsz rss percent_mem
PAGEFAULTS CHILD:child:minflt-nr majflt-nr
STACK UTILIZATION:stack:stksize stkref
THREADS TASK:task:percent_usr percent_system percent_guest percent_wait percent_cpu cpu
THREADS CHILD:child:usr-ms system-ms guest-ms
KERNEL TABLES:traced:threads fd-nr
TASK SWITCHING:task:cswch_s nvcswch_s'

# lk_json becomes a program that turns tables of pidstat into the sections: a header and a line of JSON each, with the names
# and types of "jc --pidstat" of kellyjonbrazil/jc. It prints the mark of a sample first, and fails without output if there
# are not figures. One process makes all sections: a pidstat and a converter for each section cost an application that keeps
# all processors busy more than a twentieth of its time (seen).
#
# The figures that jc takes for fractions are those a second and in percent, without that of waiting.
# Every section has the columns in shared, if the table has them. The last column is the name, which may hold blanks. utf8
# replaces bytes that are not UTF-8: a name may hold any byte, and the kernel cuts names within a character.
lk_json() {
  # shellcheck disable=SC2016 # for awk
  exec awk -v sections="${lk_sections//$'\n'/;}" -v denied="$lk_denied" -v stack="$lk_stack" -v mark="$lk_mark" -v ps="${LATCHKEY_PIDS:+ps aux; ps axf}" '
    function replaced(text) { gsub(/[\200-\377]/, "\357\277\275", text); return text }
    function utf8(text,    begin, size) {
      if (!match(text, /([\302-\337]|\340[\240-\277]|[\341-\354\356\357][\200-\277]|\355[\200-\237]|\360[\220-\277][\200-\277]|[\361-\363][\200-\277][\200-\277]|\364[\200-\217][\200-\277])[\200-\277]/)) return replaced(text)
      begin = RSTART; size = RLENGTH
      return replaced(substr(text, 1, begin - 1)) substr(text, begin, size) utf8(substr(text, begin + size))
    }
    function quoted(text) { gsub(/[\\"]/, "\\\\&", text); gsub(/[\001-\037]/, " ", text); return "\"" utf8(text) "\"" }
    function value(key, text,    float) {
      float = key ~ /^percent_|_s$/ && key != "percent_wait"
      if (!float && key !~ /^(time|uid|pid|cpu|vsz|rss|stksize|stkref)$/) return quoted(text)
      gsub(/[^0-9.-]/, "", text)
      if (text !~ /[0-9]/) return "null"
      if (float) text = sprintf("%.15g", text)
      return float && text !~ /\./ ? text ".0" : text
    }
    BEGIN {
      shared = " time uid pid tgid tid command "
      last = split(sections, lines, ";")
      for (s = 1; s <= last; s++) { split(lines[s], part, ":"); title[s] = part[1]; source[s] = part[2]; columns[s] = " " part[3] shared }
    }
    /^#/ {
      child = /usr-ms|minflt-nr/
      sub(/^#/, " "); gsub(/\//, "_"); gsub(/%/, "percent_")
      count = split(tolower($0), key, " ")
      next
    }
    NF && count {
      found = 1; name = $0; sub(/[ \t]+$/, "", name)
      for (i = 1; i < count; i++) { cell[i] = $i; sub(/^[ \t]*[^ \t]+[ \t]+/, "", name) }
      cell[count] = name
      for (s = 1; s <= last; s++) {
        if (child != (source[s] == "child")) continue
        row = ""
        for (i = 1; i <= count; i++) if (index(columns[s], " " key[i] " ")) row = row "," quoted(key[i]) ":" value(key[i], cell[i])
        rows[s] = rows[s] ",{" substr(row, 2) "}"
      }
    }
    END {
      if (!found) exit 1
      print mark
      if (ps != "") { fflush(); system(ps) }
      for (s = 1; s <= last; s++) {
        if (source[s] == "traced" && denied != "" || source[s] == "stack" && stack == "") continue
        print title[s]
        print "[" substr(rows[s], 2) "]"
      }
    }'
}

# lk_check_rights finds out whether all figures of the processes can be read, because pidstat prints zeros for the others.
lk_check_rights() {
  local pid
  for pid in ${lk_pids//,/ }; do
    if [ -n "$lk_denied" ] || lk_may_read "$pid"; then continue; fi
    lk_pause 0.5 # a container that has just been started may not run its own program yet
    ! lk_may_read "$pid" || continue
    lk_denied=true lk_failed=1
    lk_error "process $pid runs under another user or with more rights, so the samples leave out its I/O, stack and files. Set the option ptrace to Always, or run both containers as one user"
  done
}

# lk_may_read PID succeeds for a process that has ended, too.
lk_may_read() {
  if { read -r _ <"/proc/$1/io"; } 2>/dev/null && [ -r "/proc/$1/fd/." ]; then return 0; fi
  ! lk_stat "$1" # it has ended, or is a zombie
}

# lk_tables prints a sample. It starts no more processes than pidstat and awk, and becomes awk itself. SIGTERM ends pidstat
# only: awk then prints nothing, and a sample that it has begun to print stays whole.
lk_tables() {
  # shellcheck disable=SC2206 # lk_epoch is empty, or a word
  local flags=(-p "$lk_pids" -T ALL -h $lk_epoch -u -r -R -w)
  trap - EXIT
  trap '' TERM
  [ -z "${LATCHKEY_THREADS:-}" ] || flags+=(-t)
  [ -n "$lk_denied" ] || flags+=(-d -v)
  [ -z "$lk_stack" ] || flags+=(-s)
  [ -z "${LATCHKEY_INTERVAL:-}" ] || flags+=("$LATCHKEY_INTERVAL" 1)
  lk_json < <(trap - TERM && exec pidstat "${flags[@]}" 2>/dev/null)
}

# lk_sample prints a sample and counts it. It does neither when all processes ended meanwhile and there are not figures.
lk_sample() {
  local begin=$SECONDS end=$((SECONDS + ${LATCHKEY_INTERVAL:-0}))
  # The stacks are in a sample once a minute, and when there are other processes. pidstat reads all memory maps of a process to find
  # its stack. For LAMMPS that takes three times as long as all other figures (seen).
  lk_stack=''
  if [ "$SECONDS" -ge "$lk_stack_next" ] || [ "$lk_pids" != "$lk_stack_pids" ]; then lk_stack=true; fi
  [ -z "$lk_denied" ] || lk_stack=''
  lk_tables &
  lk_child=$!
  lk_until "$end"
  [ "$SECONDS" -ge "$end" ] || lk_pass_term # the figures cannot come any more
  lk_wait
  if [ "$lk_status" = 0 ]; then
    lk_samples=$((lk_samples + 1))
    [ -z "$lk_stack" ] || lk_stack_next=$((begin + ${LATCHKEY_STACK_SECONDS:-60})) lk_stack_pids=$lk_pids
  else
    lk_ask_why
  fi
}

# lk_ask_why reports once why pidstat has no figures of a process that runs.
lk_ask_why() {
  local pid why
  for pid in ${lk_pids//,/ }; do
    if [ -n "$lk_mute" ] || [ -n "$lk_stopped" ] || ! lk_stat "$pid"; then continue; fi
    lk_mute=true lk_failed=1
    why=$(pidstat -p "$pid" 2>&1) || :
    lk_error "pidstat has no figures of process $pid, which runs: ${why##*$'\n'}"
  done
}

# lk_prepare checks what a sample needs, and fails if something is missing. If pidstat can print times in seconds since 1970,
# it is told to.
lk_prepare() {
  local program
  for program in pidstat awk ${LATCHKEY_PIDS:+ps}; do
    command -v "$program" >/dev/null && continue
    lk_error "there is no $program in this image: it must have sysstat, awk and, for the option pids, ps"
    return 1
  done
  export LC_ALL=C S_COLORS=never
  [ "${LATCHKEY_COLOR:-}" = true ] || export NO_COLOR=true
  lk_epoch=''
  if pidstat -H -p $$ >/dev/null 2>&1; then lk_epoch=-H; fi
}
