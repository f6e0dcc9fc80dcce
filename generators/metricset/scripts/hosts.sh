#!/bin/bash
# hosts.sh: the names of the pods of a launcher and its workers, and ssh between them. Sourced.
#
# Names come from the pod, so the set may be renamed. The host name is <set>-<job>-0-<index>. The domain is in the line that
# the kubelet writes into /etc/hosts.
#
# No key is in a manifest. Each pod makes a key as it starts, as the host key of its sshd. The launcher also logs in with its
# key. Workers and launcher read each other's public key with ssh-keyscan. Only public keys leave a pod.
#
# Reads:
#   LATCHKEY_WORKERS        number of workers, default 0; the launcher has it
#   LATCHKEY_LAUNCHER_JOB   replicated job of the launcher, for example l
#   LATCHKEY_WORKER_JOB     replicated job of the workers, for example w; a launcher with workers has it
#   LATCHKEY_SLOTS          ranks that each line of hostlist.txt allows, default none: the lines say nothing about it
#   LATCHKEY_WAIT_SECONDS   how long launcher and workers wait for each other, default 1800
#   LATCHKEY_PRIVATE        folder in memory that only this container can read, default /run/latchkey
#   LATCHKEY_HOSTS_FILE     default /etc/hosts
#   LATCHKEY_HOSTNAME_FILE  default /proc/sys/kernel/hostname
# shellcheck source=lib.sh
. "${LATCHKEY_FILES:=/metrics_operator}/lib.sh"
lk_private=${LATCHKEY_PRIVATE:-/run/latchkey} lk_patience=${LATCHKEY_WAIT_SECONDS:-1800}

# lk_own_line HOST sets lk_domain from the pod's line in /etc/hosts.
lk_own_line() {
  local name
  while read -r _ name _; do
    lk_domain=${name#"$1"}
    case $name in "$1" | "$1".*) return ;; esac
  done <"${LATCHKEY_HOSTS_FILE:-/etc/hosts}"
  lk_domain=''
  return 1
}

# lk_names sets lk_set, the name of the set, and lk_domain. It tries again, because /etc/hosts is empty for a moment (seen):
# the kubelet rewrites it whenever it starts a container of the pod. No name of a job has a hyphen.
lk_names() {
  local host left=15
  read -r host <"${LATCHKEY_HOSTNAME_FILE:-/proc/sys/kernel/hostname}"
  host=${host%%.*}
  until lk_own_line "$host" || [ "$left" = 0 ]; do
    left=$((left - 1))
    lk_sleep 0.2
  done
  [ -n "$lk_domain" ] || lk_say "this pod has no subdomain: others are looked up by their bare host names"
  lk_set=${host%-*-0-*}
}

lk_launcher() { printf '%s\n' "$lk_set-$LATCHKEY_LAUNCHER_JOB-0-0$lk_domain"; }

lk_workers() {
  local each
  for ((each = 0; each < ${LATCHKEY_WORKERS:-0}; each++)); do
    printf '%s\n' "$lk_set-$LATCHKEY_WORKER_JOB-0-$each$lk_domain"
  done
}

# lk_hostlist writes ./hostlist.txt, with the launcher first.
lk_hostlist() {
  # shellcheck disable=SC2046,SC2059 # one word for each host; the number of slots is part of the format
  printf "%s${LATCHKEY_SLOTS:+ slots=$LATCHKEY_SLOTS}\n" $(lk_launcher) $(lk_workers) >./hostlist.txt ||
    lk_fail "cannot write hostlist.txt in $PWD"
}

# lk_sshd_path finds sshd, which must be started by its full path.
lk_sshd_path() {
  PATH=$PATH:/usr/sbin:/usr/local/sbin command -v sshd ||
    lk_fail "there is no sshd in this image, and without it the launcher reaches no worker: use an image that has openssh-server"
}

# lk_ssh_port is 22 for root. Other users may not listen there.
lk_ssh_port() { if [ "$(id -u)" = 0 ]; then echo 22; else echo 2222; fi; }

# lk_keys makes this pod's key, in memory.
lk_keys() {
  mkdir -p "$lk_private"
  (umask 077 && ssh-keygen -q -t ed25519 -N '' -C latchkey -f "$lk_private/key" <<<y >/dev/null) ||
    lk_fail "ssh-keygen cannot make a key in $lk_private"
  : >"$lk_private/authorized_keys"
}

# lk_write_sshd_config SSHD writes the configuration of this pod's sshd. It passes on PATH and LD_LIBRARY_PATH of the image,
# because a login shell does not know them, unless an older sshd does not know SetEnv. sshd refuses a root whose password is
# locked, unless it uses PAM.
lk_write_sshd_config() {
  local config=$lk_private/sshd_config pam=no text
  [[ $'\n'$(cat /etc/shadow 2>/dev/null) != *$'\n'root:!* ]] || pam=yes
  text="Port $(lk_ssh_port)
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
  printf '%s\nSetEnv "PATH=%s"%s\n' "$text" "$PATH" "${LD_LIBRARY_PATH:+ \"LD_LIBRARY_PATH=$LD_LIBRARY_PATH\"}" >"$config"
  [ "$(id -u)" != 0 ] || mkdir -p /run/sshd
  "$1" -t -f "$config" 2>/dev/null || printf '%s\n' "$text" >"$config"
}

# lk_wait_until SECONDS COMMAND... tries a command until it succeeds.
lk_wait_until() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    [ "$SECONDS" -lt "$end" ] || return 1
    lk_sleep 1
    [ -z "$lk_stopped" ] || exit 143
  done
}

# lk_scan HOST FILE PREFIX adds the public key of a host's sshd to a file, in a line that begins with PREFIX.
lk_scan() {
  local type key
  read -r _ type key < <(ssh-keyscan -T 3 -t ed25519 -p "$(lk_ssh_port)" "$1" 2>/dev/null) || return 1
  [ "$type" = ssh-ed25519 ] && [ -n "$key" ] || return 1
  printf '%s%s %s\n' "$3" "$type" "$key" >>"$2"
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

# lk_serve lets the launcher log in, and becomes sshd.
lk_serve() {
  local sshd launcher
  sshd=$(lk_sshd_path)
  lk_names
  lk_keys
  lk_write_sshd_config "$sshd"
  launcher=$(lk_launcher)
  lk_wait_until "$lk_patience" lk_scan "$launcher" "$lk_private/authorized_keys" '' ||
    lk_fail "the launcher $launcher did not answer in $lk_patience s"
  lk_name_launcher "$launcher"
  lk_say "waiting for the launcher's programs"
  exec "$sshd" -D -e -f "$lk_private/sshd_config"
}

# lk_client puts its own ssh first on PATH, for MPI. This ssh knows this pod's key and the workers' keys. The workers trust
# only the launcher, so MPI must start all programs from here.
lk_client() {
  local ssh
  ssh=$(command -v ssh) || lk_fail "there is no ssh in this image: use one that has openssh-client"
  # Open MPI removes the domain, but the bare name of another pod cannot be resolved.
  cat >"$lk_private/ssh_config" <<EOT
${lk_domain:+Host !*.* *
  HostName %h$lk_domain}
Host *
  Port $(lk_ssh_port)
  IdentityFile $lk_private/key
  UserKnownHostsFile $lk_private/known_hosts
  StrictHostKeyChecking yes
  BatchMode yes
  ConnectTimeout 10
  LogLevel ERROR
EOT
  mkdir -p "$lk_private/bin"
  printf '#!/bin/sh\nexec %q -F %q "$@"\n' "$ssh" "$lk_private/ssh_config" >"$lk_private/bin/ssh"
  chmod 0755 "$lk_private/bin/ssh"
  export PATH="$lk_private/bin:$PATH" OMPI_MCA_plm_rsh_no_tree_spawn=1 PRTE_MCA_plm_ssh_no_tree_spawn=1
}

# lk_known HOST stores the key of a worker, under its full and its bare name.
lk_known() {
  local names=$1,${1%%.*}
  [ "$(lk_ssh_port)" = 22 ] || names="[${names//,/]:2222,[}]:2222"
  lk_scan "$1" "$lk_private/known_hosts" "$names "
}

lk_answers() { ssh -n "$1" true 2>/dev/null; }

# lk_reach starts this pod's sshd and waits until it can log in to every worker.
lk_reach() {
  local sshd host end=$((SECONDS + lk_patience))
  sshd=$(lk_sshd_path)
  lk_keys
  cat "$lk_private/key.pub" >>"$lk_private/authorized_keys"
  lk_write_sshd_config "$sshd"
  "$sshd" -e -f "$lk_private/sshd_config" || lk_fail "sshd does not start"
  lk_client
  lk_say "waiting for ${LATCHKEY_WORKERS:-0} workers"
  for host in $(lk_launcher) $(lk_workers); do
    lk_wait_until $((end - SECONDS)) lk_known "$host" ||
      lk_fail "$host did not answer in $lk_patience s"
    lk_wait_until $((end - SECONDS)) lk_answers "$host" ||
      lk_fail "$host did not let the launcher in, in $lk_patience s: $(ssh -n "$host" true 2>&1 || :)"
  done
}

# lk_mpi lets Open MPI run as root, which is the user of many images.
lk_mpi() { export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1; }

# lk_problem writes the text of the problem to ./problem.sh, unchanged.
lk_problem() {
  [ -f "$lk_texts.problem" ] || return 0
  cat "$lk_texts.problem" >./problem.sh
  chmod 0755 ./problem.sh
}
