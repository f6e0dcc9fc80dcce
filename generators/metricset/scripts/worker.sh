#!/bin/bash
# worker.sh: lets the launcher in, until the set ends.
# shellcheck source=hosts.sh
. "${LATCHKEY_FILES:=/metrics_operator}/hosts.sh"
# shellcheck source=ssh.sh
. "$LATCHKEY_FILES/ssh.sh"

# lk_trust HOST lets in whoever has the key of a host's sshd.
lk_trust() {
  local line
  line=$(lk_scan "$1") && printf '%s\n' "${line#* }" >"$lk_private/authorized_keys"
}

# lk_name_launcher HOST lets this pod resolve the bare name of the launcher's pod. Hydra, which is the mpirun of MPICH and of
# Intel MPI, tells workers to connect to the bare name, and waits for ever if they cannot (seen). Users other than root
# cannot add the name.
lk_name_launcher() {
  local bare=${1%%.*} address
  ! getent hosts "$bare" >/dev/null || return 0
  address=$(getent hosts "$1") || return 0
  printf '%s\t%s\n' "${address%% *}" "$bare" 2>/dev/null >>"${LATCHKEY_HOSTS_FILE:-/etc/hosts}" || :
}

# lk_serve lets the launcher log in, and becomes sshd. A worker whose sshd answers trusts the launcher.
lk_serve() {
  local launcher
  lk_names
  lk_make_sshd
  launcher=$(lk_launcher)
  lk_wait_until "$lk_patience" lk_trust "$launcher" || lk_fail "the launcher $launcher did not answer in $lk_patience s"
  lk_name_launcher "$launcher"
  lk_say "waiting for the launcher's programs"
  exec "$lk_sshd" -D -e -f "$lk_private/sshd_config"
}

lk_metadata
# shellcheck source=problem.sh
[ ! -f "$lk_texts.problem" ] || . "$LATCHKEY_FILES/problem.sh"
# shellcheck source=pre.sh
[ ! -f "$lk_texts.pre-0" ] || . "$LATCHKEY_FILES/pre.sh"
lk_serve
