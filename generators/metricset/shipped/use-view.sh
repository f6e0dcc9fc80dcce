#!/bin/bash
# Latchkey v0.1, generators/metricset/scripts/use-view.sh
lk_use_view() {
  if [ -d "$1/software" ]; then
    if mkdir -p /opt/software 2>/dev/null && [ -w /opt/software ]; then
      cp -dR --no-clobber "$1/software/." /opt/software/ || lk_error "cannot copy all of $1/software to /opt/software"
    else
      lk_error "this user may not write to /opt/software, where the programs of $1 look for libraries: run the container as root"
    fi
  fi
  PATH=$PATH:$1/view/bin; export PATH
}
lk_use_view "$1"
