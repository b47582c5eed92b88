#!/bin/bash
# The command on several test hosts, each with ranks of its own that share memory. Usage: hosts.bash COMMAND MPIEXEC
# Status 77 (skipped) where the system does not permit such hosts.
root=$(realpath "$(dirname "$0")/../..")
hosts=$root/scripts/hosts
source "$(dirname "$0")/shell.bash" "$1" "$2"

timeout -k 5 60 "$hosts" 2x1 true 2> err
if [ $? -eq 77 ]; then
    cat err
    exit 77
fi

on() { timeout -k 5 120 "$hosts" "$@"; }

# The same result and the same checks as in one process; unequal nodes too.
expect 0 alone run "$root/examples/data/word_gradients.json" --ranks 1 --quiet
mv out alone
while read -r layout nodes schedule; do
    expect 0 on "$layout" "$command" run "$root/examples/data/word_gradients.json" --schedule "$schedule"
    same out alone
    says "schedule (hierarchical|$schedule)"
    says "host$nodes sent [0-9]+ bytes"
done << 'END'
2x2 2 auto
1,3 2 auto
4x1 4 split
3x1 3 ring
2,1,2 3 gather
1,2 2 recursive-doubling
END

# On the wire, between hosts: hardly more than the values, since sorted coordinates are coded.
on 2x1 "$command" bench --pairs 200000 --range 2000000 --baseline none --schedule split --iterations 1 --warmup 0 \
    --json bench.json > out 2> err
claim "bench: status $?" grep -q '"wrong": 0' bench.json
bytes=$(grep -oE '"wire_bytes": [0-9.]+' bench.json | head -n 1 | grep -oE '[0-9.]+$')
# A rank sends half of its 190,000 coordinates and then its half of the union, 181,000: 8 bytes each, and 25 % for
# the rest of the pairs.
claim "$bytes bytes" awk -v b="$bytes" 'BEGIN { exit !(b > 8 * 270000 && b < 1.25 * 8 * 278000) }'

# A fault on one host is told to all, and the job ends.
echo '[["a",[[0,1]]],["b",[[0,x]]]]' > bad.json
expect 3 on 2x2 "$command" run bad.json
silent

finish
