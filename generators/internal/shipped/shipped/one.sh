#!/bin/bash
# Latchkey v0.1, one.sh
. "$LATCHKEY_FILES/lib.sh"
lk_say begins
# ships for: .post
echo no
# end
lk_end
