#!/bin/bash
# Latchkey v0.1, generators/metricset/scripts/hosts.sh
: "${LATCHKEY_PRIVATE:=/run/latchkey}" "${LATCHKEY_WAIT_SECONDS:=1800}"
lk_own_line() {
  local name
  while read -r _ name _; do
    case $name in "$1") lk_domain='' ;; "$1".*) lk_domain=.${name#"$1".} ;; *) continue ;; esac
    return
  done <"${LATCHKEY_HOSTS_FILE:-/etc/hosts}"
  return 1
}
lk_names() {
  local host left=15; read -r host <"${LATCHKEY_HOSTNAME_FILE:-/proc/sys/kernel/hostname}"
  host=${host%%.*} lk_domain=''
  until lk_own_line "$host" || [ "$left" = 0 ]; do left=$((left - 1)); lk_sleep 0.2; done
  [ -n "$lk_domain" ] || lk_say "this pod has no subdomain: others are looked up by their bare host names"
  lk_set=${host%-*}
  case $lk_set in
    *-"$LATCHKEY_LAUNCHER_JOB"-0) lk_set=${lk_set%"-$LATCHKEY_LAUNCHER_JOB-0"} ;;
    *) lk_set=${lk_set%"-$LATCHKEY_WORKER_JOB-0"} ;;
  esac
}
lk_launcher() { printf '%s\n' "$lk_set-$LATCHKEY_LAUNCHER_JOB-0-0$lk_domain"; }
lk_workers() {
  local each
  for ((each = 0; each < ${LATCHKEY_WORKERS:-0}; each++)); do
    printf '%s\n' "$lk_set-$LATCHKEY_WORKER_JOB-0-$each$lk_domain"
  done
}
lk_hostlist() {
  local host
  for host in $(lk_launcher) $(lk_workers); do
    printf '%s\n' "$host${LATCHKEY_SLOTS:+ slots=$LATCHKEY_SLOTS}"
  done >./hostlist.txt || lk_fail "cannot write hostlist.txt in $PWD"
}
lk_sshd_path() {
  local found
  for found in "$(command -v sshd || :)" /usr/sbin/sshd /usr/local/sbin/sshd; do
    if [ -x "$found" ]; then printf '%s' "$found"; return; fi
  done
  lk_fail "there is no sshd in this image, and without it the launcher reaches no worker: use an image that has openssh-server"
}
lk_ssh_port() { if [ "$(id -u)" = 0 ]; then echo 22; else echo 2222; fi; }
lk_keys() {
  local dir=$LATCHKEY_PRIVATE; mkdir -p "$dir"
  (umask 077 && ssh-keygen -q -t ed25519 -N '' -C latchkey -f "$dir/key" <<<y >/dev/null) || lk_fail "ssh-keygen cannot make a key in $dir"
  : >"$dir/authorized_keys"
}
lk_locked() {
  local line
  while IFS= read -r line; do case $line in root:!*) return 0 ;; esac done 2>/dev/null </etc/shadow
  return 1
}
lk_sshd_config() {
  local dir=$LATCHKEY_PRIVATE pam=no
  if lk_locked; then pam=yes; fi
  cat <<EOT
Port $(lk_ssh_port)
HostKey $dir/key
AuthorizedKeysFile $dir/authorized_keys .ssh/authorized_keys
PidFile none
StrictModes no
UsePAM $pam
PasswordAuthentication no
PermitRootLogin prohibit-password
UseDNS no
MaxStartups 1024
LogLevel ERROR
Subsystem sftp internal-sftp
EOT
  printf 'SetEnv'; printf ' "%s"' "PATH=$PATH" ${LD_LIBRARY_PATH:+"LD_LIBRARY_PATH=$LD_LIBRARY_PATH"}
  printf '\n'
}
lk_write_sshd_config() {
  local config=$LATCHKEY_PRIVATE/sshd_config text; text=$(lk_sshd_config); printf '%s\n' "$text" >"$config"
  [ "$(id -u)" != 0 ] || mkdir -p /run/sshd
  "$1" -t -f "$config" 2>/dev/null || printf '%s\n' "${text/SetEnv/# SetEnv}" >"$config"
}
lk_wait_until() {
  local end=$((SECONDS + $1)); shift
  until "$@"; do [ "$SECONDS" -lt "$end" ] || return 1; lk_sleep 1; [ -z "$lk_stopped" ] || exit 143; done
}
lk_scan() {
  local type key found; found=$(ssh-keyscan -T 3 -t ed25519 -p "$(lk_ssh_port)" "$1" 2>/dev/null) || return 1
  read -r _ type key <<<"$found" || return 1
  [ "$type" = ssh-ed25519 ] && [ -n "$key" ] || return 1
  printf '%s%s %s\n' "$3" "$type" "$key" >>"$2"
}
lk_name_launcher() {
  local bare=${1%%.*} address
  if [ "$bare" = "$1" ] || getent hosts "$bare" >/dev/null; then return; fi
  read -r address _ <<<"$(getent hosts "$1")" && [ -n "$address" ] || return 0
  printf '%s\t%s\n' "$address" "$bare" 2>/dev/null >>"${LATCHKEY_HOSTS_FILE:-/etc/hosts}" || :
}
lk_serve() {
  local sshd launcher; sshd=$(lk_sshd_path); lk_names; lk_keys; lk_write_sshd_config "$sshd"
  launcher=$(lk_launcher)
  lk_wait_until "$LATCHKEY_WAIT_SECONDS" lk_scan "$launcher" "$LATCHKEY_PRIVATE/authorized_keys" '' ||
    lk_fail "the launcher $launcher did not answer in $LATCHKEY_WAIT_SECONDS s"
  lk_name_launcher "$launcher"; lk_say "waiting for the launcher's programs"
  exec "$sshd" -D -e -f "$LATCHKEY_PRIVATE/sshd_config"
}
lk_client() {
  local dir=$LATCHKEY_PRIVATE ssh
  ssh=$(command -v ssh) || lk_fail "there is no ssh in this image: use one that has openssh-client"
  cat >"$dir/ssh_config" <<EOT
${lk_domain:+Host !*.* *
  HostName %h$lk_domain}
Host *
  Port $(lk_ssh_port)
  IdentityFile $dir/key
  UserKnownHostsFile $dir/known_hosts
  StrictHostKeyChecking yes
  BatchMode yes
  ConnectTimeout 10
  LogLevel ERROR
EOT
  mkdir -p "$dir/bin"; printf '#!/bin/sh\nexec %q -F %q "$@"\n' "$ssh" "$dir/ssh_config" >"$dir/bin/ssh"
  chmod 0755 "$dir/bin/ssh"; PATH=$dir/bin:$PATH; export PATH
  export OMPI_MCA_plm_rsh_no_tree_spawn=1 PRTE_MCA_plm_ssh_no_tree_spawn=1
}
lk_known() {
  local names=$1; [ -z "$lk_domain" ] || names=$1,${1%%.*}
  [ "$(lk_ssh_port)" = 22 ] || names="[${names//,/]:2222,[}]:2222"
  lk_scan "$1" "$LATCHKEY_PRIVATE/known_hosts" "$names "
}
lk_answers() { ssh -n "$1" true 2>/dev/null; }
lk_reach() {
  local sshd host end=$((SECONDS + LATCHKEY_WAIT_SECONDS)); sshd=$(lk_sshd_path); lk_keys
  cat "$LATCHKEY_PRIVATE/key.pub" >>"$LATCHKEY_PRIVATE/authorized_keys"; lk_write_sshd_config "$sshd"
  "$sshd" -e -f "$LATCHKEY_PRIVATE/sshd_config" || lk_fail "sshd does not start"
  lk_client; lk_say "waiting for ${LATCHKEY_WORKERS:-0} workers"
  for host in $(lk_launcher) $(lk_workers); do
    lk_wait_until $((end - SECONDS)) lk_known "$host" ||
      lk_fail "$host did not answer in $LATCHKEY_WAIT_SECONDS s"
    lk_wait_until $((end - SECONDS)) lk_answers "$host" ||
      lk_fail "$host did not let the launcher in, in $LATCHKEY_WAIT_SECONDS s: $(ssh -n "$host" true 2>&1 || :)"
  done
}
lk_mpi() { export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1; }
lk_problem() { [ -f "$lk_texts.problem" ] || return 0; cat "$lk_texts.problem" >./problem.sh; chmod 0755 ./problem.sh; }
