#!/bin/bash
# Latchkey v0.1, two.sh
. "$LATCHKEY_FILES/lib.sh"
lk_say() {
  echo mine
}
lk_say
