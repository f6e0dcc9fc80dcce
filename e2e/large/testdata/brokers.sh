#!/bin/bash
# brokers.sh FOLDER SIZE: runs the brokers of a rendered set as processes of this machine. Each broker has what a pod gives
# it: a network of its own, a host name and its folders. Run it as root by: unshare -n -m --propagation private
#
# FOLDER holds files/ (the ConfigMap), environment (NAME=VALUE lines of the container), curve.cert and hosts. Each broker N
# writes N/log and N/status.
set -eu
folder=$1 size=$2

mount -t tmpfs tmpfs /run
mkdir -p /run/netns /run/latchkey
mount --bind "$folder/hosts" /etc/hosts
echo 'hosts: files' >/run/nsswitch.conf
mount --bind /run/nsswitch.conf /etc/nsswitch.conf # no name server is asked
# one namespace with many neighbours needs a larger table of them
sysctl -q -w net.ipv4.neigh.default.gc_thresh2=8192 net.ipv4.neigh.default.gc_thresh3=16384 2>/dev/null || :

ip link set lo up
ip link add hub type bridge
ip link set hub up
for i in $(seq 0 $((size - 1))); do
  echo "netns add n$i"
  echo "link add v$i type veth peer name eth0 netns n$i"
  echo "link set v$i master hub up"
done | ip -batch -

broker() {
  set +e
  mkdir -p "$folder/$1/mnt" "$folder/$1/private"
  cd "$folder/$1" || exit 1
  ip -n "n$1" -batch - <<I
link set lo up
addr add 10.99.$((1 + $1 / 250)).$((1 + $1 % 250))/16 dev eth0
link set eth0 up
I
  # the mounts of ip netns exec are its own, as those of a pod are
  # shellcheck disable=SC2016 # the inner shell expands it
  ip netns exec "n$1" unshare -u sh -c 'hostname "$0" && mount --bind "$1" /run/latchkey && shift && exec "$@"' "large-m-0-$1" "$folder/$1/private" \
    env -i "PATH=$PATH" HOME="$folder/$1" JOB_COMPLETION_INDEX="$1" "${environment[@]}" \
    LATCHKEY_FILES="$folder/files" LATCHKEY_MOUNT="$folder/$1/mnt" \
    LATCHKEY_LOGS="$folder/$1/out" bash "$folder/files/broker.sh" >log 2>&1 </dev/null
  echo $? >status
}

mapfile -t environment <"$folder/environment"
date +%s.%N >"$folder/began"
for i in $(seq 0 $((size - 1))); do broker "$i" & done
wait
