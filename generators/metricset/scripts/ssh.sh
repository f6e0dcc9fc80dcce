#!/bin/bash
# ssh.sh: ssh between the pods of a launcher and its workers. Sourced by hosts.sh, in pods of sets with workers.
#
# No key is in a manifest. Each pod makes a key as it starts, as the host key of its sshd. The launcher also logs in with its
# key. Workers and launcher read each other's public key with ssh-keyscan. Only public keys leave a pod.
#
# Reads:
#   LATCHKEY_WAIT_SECONDS  how long launcher and workers wait for each other, default 1800
#   LATCHKEY_LINGER        the set starts again after a disruption; unset: it does not
# shellcheck disable=SC2154 # names of other parts
lk_patience=${LATCHKEY_WAIT_SECONDS:-1800}

# lk_make_sshd makes this pod's key and the configuration of its sshd. It sets lk_port, because users other than root may not
# listen on port 22, and lk_sshd, the full path of sshd, because sshd does not start by its bare name.
#
# The configuration passes on PATH and LD_LIBRARY_PATH of the image, because a login shell does not know them. It switches off
# penalties, which are for the address of a pod that only asks for the key: all pods may share one behind a gateway. Older
# versions of sshd do not know PerSourcePenalties (OpenSSH 9.8) or SetEnv (7.8). sshd refuses a root whose password is locked,
# unless it uses PAM.
#
# The one way to log in is the key of the launcher: AuthenticationMethods excludes passwords, PAM and trusted hosts, and keys in
# the image's home directory do not count.
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
AuthenticationMethods publickey
AuthorizedKeysFile $lk_private/authorized_keys
AuthorizedKeysCommand none
AuthorizedPrincipalsCommand none
TrustedUserCAKeys none
PidFile none
StrictModes no
UsePAM $pam
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

# lk_scan HOST... prints a line for each host whose sshd answers: its name and its public key, as known_hosts has them.
# ssh-keyscan asks all hosts at once. Since OpenSSH 9.8 it prints comments as well (seen).
lk_scan() { ssh-keyscan -T 3 -t ed25519 -p "$lk_port" "$@" 2>/dev/null | grep -v '^#'; }

# lk_client puts its own ssh first on PATH, for MPI. This ssh knows this pod's key and the workers' keys, and no others: it reads
# no configuration, keys or known hosts of the image, and asks no agent. The workers trust only the launcher, so MPI must start
# all programs from here.
lk_client() {
  local ssh
  ssh=$(command -v ssh) || lk_fail "there is no ssh in this image: use one that has openssh-client"
  # Open MPI removes the domain, but the bare name of another pod cannot be resolved.
  cat >"$lk_private/ssh_config" <<EOT
${lk_domain:+Host !*.* *
  HostName %h$lk_domain}
Host *
  Port $lk_port
  IdentityFile $lk_private/key
  IdentitiesOnly yes
  PreferredAuthentications publickey
  GlobalKnownHostsFile /dev/null
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

# lk_known stores the keys of the hosts in lk_left, a line for each, and removes those that answer.
lk_known() {
  local host key
  while read -r host key; do
    printf '%s %s\n' "$host" "$key" >>"$lk_private/known_hosts"
    host=${host#[} # [host]:2222 if the port is not 22
    lk_left=${lk_left/"${host%]:*}"$'\n'/}
  done < <(
    # shellcheck disable=SC2086 # one word for each host
    lk_scan $lk_left
  )
  [ -z "$lk_left" ]
}

# lk_reach starts this pod's sshd and waits until every worker lets it log in.
lk_reach() {
  lk_make_sshd
  cat "$lk_private/key.pub" >"$lk_private/authorized_keys"
  "$lk_sshd" -e -f "$lk_private/sshd_config" || lk_fail "sshd does not start"
  lk_client
  lk_say "waiting for ${LATCHKEY_WORKERS:-0} workers"
  lk_left=$(lk_launcher && lk_workers)$'\n'
  # shellcheck disable=SC2086 # the message has a space between hosts
  lk_wait_until "$lk_patience" lk_known || lk_fail "these workers did not answer in $lk_patience s:" $lk_left
}

# lk_blame looks for a lost worker after a failure. A pod on a lost node does not fail, so this one ends with status 75, which counts as a
# disruption. A command that ends with 75 by itself would start the set again.
lk_blame() {
  local host
  if [ "$lk_failed" = 0 ] || [ -n "$lk_stopped" ]; then return 0; fi
  for host in $(lk_workers); do
    if lk_is_silent "$host"; then
      lk_error "the worker $host is lost: its host does not answer. The status $lk_failed of the command becomes 75"
      lk_failed=75
      return
    fi
  done
  [ "$lk_failed" != 75 ] || lk_failed=1
}

# lk_is_silent HOST tells whether a host does not answer. A host that is there at least refuses the connection.
lk_is_silent() {
  local said answer=0
  said=$(LC_ALL=C timeout 5 bash -c ": <>'/dev/tcp/$1/$lk_port'" 2>&1) || answer=$?
  [ "$answer" = 124 ] || [[ $said = *'No route to host'* ]]
}
