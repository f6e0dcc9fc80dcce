#!/bin/bash
# broker-config.sh: writes the configuration of this pod's broker, and what others need to reach it. Sourced by broker.sh.
#
#   LATCHKEY_MOUNT/flux-view.sh     for "source": paths, fluxsocket and flux.environment
#   LATCHKEY_MOUNT/flux-connect.sh  bash flux-connect.sh [PROGRAM...]: a shell, or the program, inside the instance
#
# Everything below LATCHKEY_MOUNT/config belongs to the user that runs the broker: flux requires that it owns its folders.
# Each start writes the files again, first under a temporary name. It needs these programs: mkdir, mv, rm and ln.
#
# Reads, besides what lib.sh reads:
#   JOB_COMPLETION_INDEX    index of this pod; 0 is the lead
#   LATCHKEY_HOSTS          hostlist of the set; %H stands for this pod's host name without its index
#   LATCHKEY_HOSTS_TOML     value of bootstrap.hosts, for bursting; also with %H; default one entry with LATCHKEY_HOSTS
#   LATCHKEY_CURVE          file with the CURVE certificate; unset when there is one broker
#   LATCHKEY_PRIVATE        folder in memory that only this container can read, default /run/latchkey
#   LATCHKEY_SIMPLE_SCHEDULER  boolean: use the simple scheduler instead of Fluxion
#   LATCHKEY_QUEUE_POLICY   Fluxion's queue-policy, default fcfs
#   LATCHKEY_SOCKET         false: flux names the socket after the rank; otherwise it is called local
#   LATCHKEY_VIEW           false: flux comes from this image, not from the view in the shared volume
#   LATCHKEY_ENVIRONMENT    names of variables, separated by spaces, that flux-view.sh sets
#   LATCHKEY_HOSTS_FILE     default /etc/hosts
#   LATCHKEY_HOSTNAME_FILE  default /proc/sys/kernel/hostname
# shellcheck disable=SC2034,SC2154 # names of other parts

lk_cert=${LATCHKEY_PRIVATE:-/run/latchkey}/curve.cert lk_socket=$lk_config/run/flux/local
[ "${LATCHKEY_SOCKET:-}" != false ] || lk_socket=$lk_socket-$JOB_COMPLETION_INDEX

# lk_write FILE writes standard input to a file. The file is never half written.
lk_write() {
  local text
  IFS= read -r -d '' text || :
  printf '%s' "$text" >"$1.new"
  mv -f "$1.new" "$1"
}

# lk_string quotes a value as a TOML basic string.
lk_string() {
  local value=${1//\\/\\\\} quote='"' line=$'\n'
  value=${value//"$quote"/\\"$quote"}
  printf '"%s"' "${value//"$line"/\\n}"
}

# lk_own_line reads the pod's line in /etc/hosts, written by the kubelet: address, full name, host name.
lk_own_line() {
  local hosts blank='[[:space:]]+'
  hosts=$'\n'$(<"${LATCHKEY_HOSTS_FILE:-/etc/hosts}")$'\n'
  [[ $hosts =~ $'\n'([^[:space:]]+)$blank"$lk_host"(\.[^[:space:]]+)?$blank ]] || return 1
  lk_address=${BASH_REMATCH[1]} lk_domain=${BASH_REMATCH[2]}
}

# lk_names reads the host name, domain and address from the pod, so a renamed set still runs. It tries again, because
# /etc/hosts is empty for a moment (seen): the kubelet rewrites it whenever it starts a container of the pod.
lk_names() {
  read -r lk_host <"${LATCHKEY_HOSTNAME_FILE:-/proc/sys/kernel/hostname}"
  lk_domain='' lk_address='' lk_base=${lk_host%-*}
  for _ in {1..15}; do
    if lk_own_line; then break; fi
    sleep 0.2
  done
  [ -n "$lk_domain" ] || lk_say "this pod has no subdomain: brokers are looked up by their bare host names"
  lk_hosts=${LATCHKEY_HOSTS//%H/"$lk_base"}
}

# lk_folders makes the folders of the broker. Only the broker's user may read those with its state and socket.
lk_folders() {
  mkdir -p "$lk_config"/{etc/flux/{config,shell.d,system/cron.d},curve,var/lib,run}
  (umask 077 && mkdir -p "$lk_config"/{var/lib,run}/flux && rm -f "$lk_config/etc/flux/system/R")
}

# lk_key FILE copies the certificate to a file that only the broker's user can read, with mode 0600 from the first byte. Flux
# refuses the mounted file, because it belongs to root. Only builtins are used, so the key is in no argument list.
lk_key() {
  [ -s "$1" ] || lk_fail "$1 is missing or empty: is the Secret filled (key curve.cert)?"
  [[ $(<"$1") =~ [[:space:]]secret-key\ *=\ *\"[^\"]{40}\" ]] ||
    lk_fail "$1 holds no CURVE certificate: put what flux keygen writes into the key curve.cert of the Secret"
  (umask 077 && rm -f "$lk_cert" && printf '%s\n' "$(<"$1")" >"$lk_cert")
  # a user's brokerConfig may name the Flux Operator's place of the certificate
  ln -sfn "$lk_cert" "$lk_config/curve/curve.cert"
}

# lk_toml prints the configuration of a broker. Core numbers made from a limit are a count, not places on the node, so noverify
# keeps them from being compared with the node's.
lk_toml() {
  local hosts="[{host=\"$LATCHKEY_HOSTS\"}]"
  hosts=${LATCHKEY_HOSTS_TOML:-"$hosts"}
  printf '%s\n' '[access]' 'allow-root-owner = true' '[resource]' "path = $(lk_string "$lk_config/etc/flux/system/R")"
  [ -z "${LATCHKEY_CORES:-}" ] || echo 'noverify = true'
  printf '%s\n' '[bootstrap]' "hosts = ${hosts//%H/"$lk_base"}" "default_port = 8050" \
    'default_bind = "tcp://*:%p"' "default_connect = $(lk_string "tcp://%h$lk_domain:%p")"
  [ -z "${LATCHKEY_CURVE:-}" ] || echo "curve_cert = $(lk_string "$lk_cert")"
  [[ $lk_address != *:* ]] || echo 'enable_ipv6 = true'
  if [ "${LATCHKEY_SIMPLE_SCHEDULER:-}" = true ]; then
    printf '[modules]\nalternatives.sched = "sched-simple"\n'
  else
    printf '[sched-fluxion-qmanager]\nqueue-policy = %s\n' "$(lk_string "${LATCHKEY_QUEUE_POLICY:-fcfs}")"
  fi
}

# lk_broker_toml copies the user's broker.toml, or makes one.
lk_broker_toml() {
  local own=$LATCHKEY_FILES/broker.toml toml=$lk_config/etc/flux/config/broker.toml
  if [ -f "$own" ]; then lk_write "$toml" <"$own"; else lk_toml | lk_write "$toml"; fi
  lk_write "$lk_config/etc/flux/system/hostlist" <<<"$lk_hosts"
}

# lk_resources writes R, the set's resources. Only the R of rank 0 counts, but flux requires a file with all hosts on every
# rank (flux-core 0.88: a worker without it fails in rc1). An R that exists stays: the user's pre hook may have made it. This
# function runs again after the pre hook, because the hook may install flux.
lk_resources() {
  [ ! -e "$lk_config/etc/flux/system/R" ] || return 0
  lk_words=(--local)
  # shellcheck source=broker-limits.sh
  [ -z "${LATCHKEY_CORES:-}${LATCHKEY_GPUS:-}" ] || . "$LATCHKEY_FILES/broker-limits.sh"
  [ -z "${LATCHKEY_FANOUT:-}" ] || lk_same_cores
  lk_each=$(flux R encode --hosts="$lk_hosts" "${lk_words[@]}")
  lk_write "$lk_config/etc/flux/system/R" <<<"$lk_each"
}

# lk_affinity lets the kernel choose the cores of a task, unless the job's cpu-affinity option says otherwise. Every pod
# numbers its cores from 0, so flux would bind the tasks of all pods on a node to the same first cores. Two ranks of LAMMPS,
# each in its pod, then took 97 s instead of 4 (seen).
lk_affinity() {
  lk_write "$lk_config/etc/flux/shell.d/affinity.lua" \
    <<<'if shell.options["cpu-affinity"] == nil then shell.options["cpu-affinity"] = "off" end'
  lk_add FLUX_SHELL_RC_PATH "$lk_config/etc/flux/shell.d"
}

# lk_list NAME FOLDER prints a line that adds a folder to a list like PATH, after the folders of the reader's environment.
lk_list() { printf "case \":\${$1:-}:\" in *:%q:*) ;; *) export $1=\"\${$1:+\$$1:}\"%q ;; esac\n" "$2" "$2"; }

# lk_view_sh prints flux-view.sh. lk_site comes from lib-view.sh.
lk_view_sh() {
  local name
  echo '# made by Latchkey when the broker started; source this file'
  [ -z "${LATCHKEY_INSTALL_ROOT:-}" ] || lk_list PATH "$LATCHKEY_INSTALL_ROOT/bin"
  if [ "${LATCHKEY_VIEW:-}" != false ]; then
    lk_list PATH "$lk_view/bin"
    lk_list LD_LIBRARY_PATH "$lk_view/lib"
    [ -z "$lk_site" ] || lk_list PYTHONPATH "$lk_site"
  fi
  printf 'export fluxsocket=%q\n' "local://$lk_socket"
  for name in ${LATCHKEY_ENVIRONMENT:-}; do [ -z "${!name+set}" ] || printf 'export %q=%q\n' "$name" "${!name}"; done
}

# lk_connection_files writes what others need to reach the broker.
lk_connection_files() {
  lk_view_sh | lk_write "$LATCHKEY_MOUNT/flux-view.sh"
  lk_write "$LATCHKEY_MOUNT/flux-connect.sh" <"$LATCHKEY_FILES/flux-connect.sh"
}
