#!/bin/bash
# Latchkey v0.1, lib.sh
set -eu
lk_say() { echo "$*"; }
lk_never() {
  lk_say never
  lk_end
}
lk_end() { exit 0; }
