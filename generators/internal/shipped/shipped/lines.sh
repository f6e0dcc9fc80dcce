#!/bin/bash
# Latchkey v0.1, lines.sh
one
# ships for: .pre < >
between
# end < >
two
# ships for: .post <
other
# end < >
three &
# ships for: .never
if [ -f a ]; then
  no
fi
# end >
four
# ships for: .never <
no
# end
[ -f a ] || five
