#!/bin/bash
# Latchkey v0.1, generators/metricset/scripts/use-view.sh
if [ -d "$1/software" ]; then
  if mkdir -p /opt/software 2>/dev/null && [ -w /opt/software ]; then
    cp -dR --no-clobber "$1/software/." /opt/software/ || lk_error "cannot copy all of $1/software to /opt/software"
  else
    lk_error "this user may not write to /opt/software, where the programs of $1 look for libraries: run the container as root"
  fi
fi
export PATH="$PATH:$1/view/bin"
