# The image of the KRM function and of the command line: one static binary and nothing else. It needs no other image.
# hack/image.sh builds the binary and then this image: docker build alone finds no folder out.
FROM scratch
ARG VERSION=unknown
LABEL org.opencontainers.image.title="latchkey" \
      org.opencontainers.image.description="Renders MiniCluster and MetricSet objects to plain Kubernetes manifests" \
      org.opencontainers.image.source="https://github.com/latchkey-dev/latchkey" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}"
COPY out /
COPY LICENSE /LICENSE
# kustomize and kpt add `--user nobody` themselves.
USER 65534:65534
ENTRYPOINT ["/usr/local/bin/latchkey"]
