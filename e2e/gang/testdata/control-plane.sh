#!/usr/bin/env bash
# Usage: control-plane.sh PROGRAMS FOLDER JOBSET KWOK
# Starts a control plane of its own with the feature gates for PodGroups, JobSet, and six fake nodes of kwok, on loopback. PROGRAMS
# is the folder of the programs. FOLDER gets the data, the logs, kubeconfig, and pids with the ids of all processes. JOBSET and KWOK
# are the folders of these Go modules. A pod runs as soon as it has a node, and then runs until somebody changes its status.
set -euo pipefail
programs=$1 folder=$2 jobset=$3 kwok=$4
gates=GenericWorkload=true,GangScheduling=true,TopologyAwareWorkloadScheduling=true
cd "$folder"
export KUBECONFIG=$folder/kubeconfig

openssl genrsa -out sa.key 2048 2>/dev/null
openssl rsa -in sa.key -pubout -out sa.pub 2>/dev/null
token=$(openssl rand -hex 16)
echo "$token,admin,admin,system:masters" >tokens.csv
cat >kubeconfig <<END
apiVersion: v1
kind: Config
clusters: [{name: gang, cluster: {server: "https://127.0.0.1:16455", insecure-skip-tls-verify: true}}]
users: [{name: admin, user: {token: $token}}]
contexts: [{name: gang, context: {cluster: gang, user: admin}}]
current-context: gang
END

start() {
  setsid "$programs/$1" "${@:2}" >"$1.log" 2>&1 </dev/null &
  echo $! >>pids
}

await() {
  local try
  for ((try = 0; try < 120; try++)); do
    if "$@" >/dev/null 2>&1; then
      return
    fi
    sleep 0.5
  done
  echo "gave up on: $*" >&2
  tail -n 5 ./*.log >&2
  exit 1
}

start etcd --data-dir etcd --unsafe-no-fsync --listen-client-urls http://127.0.0.1:23855 \
  --advertise-client-urls http://127.0.0.1:23855 --listen-peer-urls http://127.0.0.1:23856
start kube-apiserver --etcd-servers=http://127.0.0.1:23855 --secure-port=16455 --bind-address=127.0.0.1 \
  --advertise-address=127.0.0.1 --cert-dir=certs --service-account-key-file=sa.pub --service-account-signing-key-file=sa.key \
  --service-account-issuer=https://kubernetes.default.svc --service-cluster-ip-range=10.98.0.0/16 --token-auth-file=tokens.csv \
  --authorization-mode=RBAC --endpoint-reconciler-type=none "--feature-gates=$gates" \
  --runtime-config=scheduling.k8s.io/v1alpha2=true
await kubectl get --raw /readyz
start kube-controller-manager "--kubeconfig=$KUBECONFIG" --service-account-private-key-file=sa.key --leader-elect=false \
  '--controllers=*,-nodeipam,-route,-service-lb-controller' --root-ca-file=certs/apiserver.crt --secure-port=10457 \
  "--feature-gates=$gates"
start kube-scheduler "--kubeconfig=$KUBECONFIG" --leader-elect=false --secure-port=10459 "--feature-gates=$gates"

openssl req -x509 -newkey rsa:2048 -nodes -days 1 -keyout tls.key -out tls.crt -subj /CN=127.0.0.1 \
  -addext subjectAltName=IP:127.0.0.1 2>/dev/null
cat >jobset.yaml <<END
apiVersion: config.jobset.x-k8s.io/v1alpha1
kind: Configuration
internalCertManagement: {enable: false}
leaderElection: {leaderElect: false}
health: {healthProbeBindAddress: "127.0.0.1:18155"}
metrics: {bindAddress: "0"}
webhook: {port: 19555, certDir: $folder}
END
kubectl apply --server-side -f "$jobset/config/components/crd/bases/"
start jobset-manager --config jobset.yaml --kubeconfig "$KUBECONFIG"
await bash -c 'exec 3<>/dev/tcp/127.0.0.1/19555'
# The webhooks are reached by their address, as there is no Service with pods.
awk -v ca="$(base64 -w0 tls.crt)" '
  /^    service:$/ { inService = 1; next }
  inService && /^      (name|namespace):/ { next }
  inService && /^      path:/ { print "    url: https://127.0.0.1:19555" $2; print "    caBundle: " ca; inService = 0; next }
  { print }' "$jobset/config/components/webhook/manifests.yaml" | kubectl apply --server-side -f -

for stage in node/fast/node-initialize pod/fast/pod-ready pod/fast/pod-delete; do
  echo ---
  cat "$kwok/kustomize/stage/$stage.yaml"
done >stages.yaml
start kwok --kubeconfig "$KUBECONFIG" --config stages.yaml --manage-nodes-with-label-selector type=kwok \
  --cidr 10.91.0.0/16 --node-ip 127.0.0.1
for number in 0 1 2 3 4 5; do
  cat <<END
---
apiVersion: v1
kind: Node
metadata: {name: node-$number, labels: {type: kwok, kubernetes.io/hostname: node-$number, lab/rack: rack-$((number / 4))}}
status: {allocatable: {cpu: 1, memory: 8Gi, pods: 10}, capacity: {cpu: 1, memory: 8Gi, pods: 10}}
END
done >nodes.yaml
kubectl apply --server-side -f nodes.yaml
kubectl wait node --all --for=condition=Ready --timeout=60s
