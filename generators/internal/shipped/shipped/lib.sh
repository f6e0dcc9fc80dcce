#!/bin/bash
# Latchkey v0.2, scripts/lib.sh
set -eu
lk_say() { echo "$*"; }
lk_never() {
  lk_say never
  lk_end
}
lk_end() { exit 0; }
