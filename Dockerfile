# The image of the KRM function and of the command line: one static binary and nothing else.
# hack/image.sh builds only the last stage, without any image.
FROM docker.io/library/golang:1.26 AS build
ARG TARGETARCH
ARG RELEASED
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN GOARCH=$TARGETARCH RELEASED="$RELEASED" hack/image-files.sh /out

FROM scratch
ARG VERSION=unknown
LABEL org.opencontainers.image.title="latchkey" \
      org.opencontainers.image.description="Renders MiniCluster and MetricSet objects to plain Kubernetes manifests" \
      org.opencontainers.image.source="https://github.com/latchkey-dev/latchkey" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}"
COPY --from=build /out /
COPY LICENSE /LICENSE
# kustomize and kpt add `--user nobody` themselves.
USER 65534:65534
ENTRYPOINT ["/usr/local/bin/latchkey"]
