#!/bin/bash
# Latchkey v0.1, conditions.sh
# ships for: LATCHKEY_A=b
if [ "${LATCHKEY_A:-}" = b ]; then
  one
  # ships for: LATCHKEY_B=b
  if [ "${LATCHKEY_B:-}" = b ]; then
    two
  fi
  # end
fi
# end
# ships for: LATCHKEY_A
if [ -n "${LATCHKEY_A:-}" ]; then three; fi
# end
# ships for: LATCHKEY_A
[ -z "${LATCHKEY_A:-}" ] || four
# end
