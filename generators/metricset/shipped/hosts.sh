#!/bin/bash
# Latchkey v0.1, generators/metricset/scripts/hosts.sh
. "${LATCHKEY_FILES:=/metrics_operator}/lib.sh"
lk_private=${LATCHKEY_PRIVATE:-/run/latchkey} lk_patience=${LATCHKEY_WAIT_SECONDS:-1800}
lk_own_line() {
  while read -r _ lk_name _; do case $lk_name. in "$lk_host".*) return ;; esac done <"${LATCHKEY_HOSTS_FILE:-/etc/hosts}"
  return 1
}
lk_names() {
  read -r lk_host <"${LATCHKEY_HOSTNAME_FILE:-/proc/sys/kernel/hostname}"; lk_host=${lk_host%%.*} lk_name=''
  lk_wait_until 3 lk_own_line || lk_say "this pod has no subdomain: others are looked up by their bare host names"
  lk_domain=${lk_name#"$lk_host"} lk_set=${lk_host%-*-0-*}
}
lk_launcher() { printf '%s\n' "$lk_set-$LATCHKEY_LAUNCHER_JOB-0-0$lk_domain"; }
lk_workers() {
  local each
  for ((each = 0; each < ${LATCHKEY_WORKERS:-0}; each++)); do
    printf '%s\n' "$lk_set-$LATCHKEY_WORKER_JOB-0-$each$lk_domain"
  done
}
lk_hostlist() {
  printf "%s${LATCHKEY_SLOTS:+ slots=$LATCHKEY_SLOTS}\n" $(lk_launcher) $(lk_workers) >./hostlist.txt ||
    lk_fail "cannot write hostlist.txt in $PWD"
}
lk_make_sshd() {
  local config=$lk_private/sshd_config pam=no text environment newer
  lk_sshd=$(PATH=$PATH:/usr/sbin:/usr/local/sbin command -v sshd) ||
    lk_fail "there is no sshd in this image, and without it the launcher reaches no worker: use an image that has openssh-server"
  (umask 077 && ssh-keygen -q -t ed25519 -N '' -C latchkey -f "$lk_private/key" <<<y >/dev/null) ||
    lk_fail "ssh-keygen cannot make a key in $lk_private"
  lk_port=22
  if [ "$(id -u)" = 0 ]; then mkdir -p /run/sshd; else lk_port=2222; fi
  [[ $'\n'$(cat /etc/shadow 2>/dev/null) != *$'\n'root:!* ]] || pam=yes
  text="Port $lk_port
HostKey $lk_private/key
AuthorizedKeysFile $lk_private/authorized_keys .ssh/authorized_keys
PidFile none
StrictModes no
UsePAM $pam
PasswordAuthentication no
PermitRootLogin prohibit-password
UseDNS no
MaxStartups 1024
LogLevel ERROR
Subsystem sftp internal-sftp"
  environment="SetEnv \"PATH=$PATH\"${LD_LIBRARY_PATH:+ \"LD_LIBRARY_PATH=$LD_LIBRARY_PATH\"}"
  for newer in "$environment"$'\nPerSourcePenalties no' "$environment" ''; do
    printf '%s\n' "$text" "$newer" >"$config"
    if "$lk_sshd" -t -f "$config" 2>/dev/null; then break; fi
  done
}
lk_wait_until() {
  local end=$((SECONDS + $1)); shift
  until "$@"; do [ "$SECONDS" -lt "$end" ] || return 1; lk_sleep 1; [ -z "$lk_stopped" ] || exit 143; done
}
lk_scan() { ssh-keyscan -T 3 -t ed25519 -p "$lk_port" "$@" 2>/dev/null | grep -v '^#'; }
lk_trust() { local line; line=$(lk_scan "$1") && printf '%s\n' "${line#* }" >"$lk_private/authorized_keys"; }
lk_name_launcher() {
  local bare=${1%%.*} address; ! getent hosts "$bare" >/dev/null || return 0
  address=$(getent hosts "$1") || return 0
  printf '%s\t%s\n' "${address%% *}" "$bare" 2>/dev/null >>"${LATCHKEY_HOSTS_FILE:-/etc/hosts}" || :
}
lk_serve() {
  local launcher; lk_names; lk_make_sshd; launcher=$(lk_launcher)
  lk_wait_until "$lk_patience" lk_trust "$launcher" || lk_fail "the launcher $launcher did not answer in $lk_patience s"
  lk_name_launcher "$launcher"; lk_say "waiting for the launcher's programs"
  exec "$lk_sshd" -D -e -f "$lk_private/sshd_config"
}
lk_client() {
  local ssh; ssh=$(command -v ssh) || lk_fail "there is no ssh in this image: use one that has openssh-client"
  cat >"$lk_private/ssh_config" <<EOT
${lk_domain:+Host !*.* *
  HostName %h$lk_domain}
Host *
  Port $lk_port
  IdentityFile $lk_private/key
  UserKnownHostsFile $lk_private/known_hosts
  StrictHostKeyChecking yes
  BatchMode yes
  ConnectTimeout 10
  LogLevel ERROR
EOT
  printf '#!/bin/sh\nexec %q -F %q "$@"\n' "$ssh" "$lk_private/ssh_config" >"$lk_private/ssh"
  chmod 0755 "$lk_private/ssh"
  export PATH="$lk_private:$PATH" OMPI_MCA_plm_rsh_no_tree_spawn=1 PRTE_MCA_plm_ssh_no_tree_spawn=1
}
lk_known() {
  local host key
  while read -r host key; do
    printf '%s %s\n' "$host" "$key" >>"$lk_private/known_hosts"; host=${host#[}
    lk_left=${lk_left/"${host%]:*}"$'\n'/}
  done < <(
    lk_scan $lk_left
  )
  [ -z "$lk_left" ]
}
lk_reach() {
  lk_make_sshd; cat "$lk_private/key.pub" >"$lk_private/authorized_keys"
  "$lk_sshd" -e -f "$lk_private/sshd_config" || lk_fail "sshd does not start"
  lk_client; lk_say "waiting for ${LATCHKEY_WORKERS:-0} workers"; lk_left=$(lk_launcher && lk_workers)$'\n'
  lk_wait_until "$lk_patience" lk_known || lk_fail "did not answer in $lk_patience s:" $lk_left
}
lk_mpi() { export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1; }
lk_problem() { [ -f "$lk_texts.problem" ] || return 0; cat "$lk_texts.problem" >./problem.sh; chmod 0755 ./problem.sh; }
