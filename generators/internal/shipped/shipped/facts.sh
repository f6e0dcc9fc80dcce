#!/bin/bash
# Latchkey v0.1, facts.sh
# ships for: LATCHKEY_A
echo set
# end
# ships for: not LATCHKEY_A
echo unset
# end
# ships for: LATCHKEY_A=b
echo b
# end
# ships for: LATCHKEY_A=c
echo other
# end
# ships for: .pre or .post
echo text
# end
# ships for: many hosts
echo hosts
# end
