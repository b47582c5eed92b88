#!/bin/bash
# What a benchmark of tiny sizes finds: every method's result is right; with a fault injected the schedules' are
# not, so its oracle is known to bite. Times are not looked at. Usage: bench.bash COMMAND MPIEXEC
source "$(dirname "$0")/shell.bash" "$1" "$2"

# The rows of ./out: method, #wrong, check.
rows() { awk '/^ *[0-9]/ { print $3, $(NF - 1), $NF }' out; }
count() { rows | grep -cE -- "$1"; }

# Sizes 1, 30 and 900, each with 6 schedules, 5 baselines (one where Boost.MPI is there, one for floats alone), and the
# limit, which merges nothing.
for distribution in uniform zipf:1.1 blocks same disjoint sorted; do
    for type in int64 float32 float64; do
        expect 0 ranks 2 bench --pairs 1:1000:30 --range 3000 --distribution $distribution --value-type $type \
            --schedule all --iterations 2 --check
        claim "not 18 right and passed" [ "$(count ' 0 passed$')" -eq 18 ]
        claim "not 9 to 15 right baselines" [ "$(count ' 0 -$')" -eq $((12 - $(grep -c 'without Boost.MPI' out))) ]
        claim "not 3 right plain sums" [ "$(count '^plain-sum 0 off$')" -eq $([ $type = int64 ] && echo 0 || echo 3) ]
        claim "not 36 rows" [ "$(count .)" -eq 36 ]
    done
done
claim "wider than 120 columns" [ "$(wc -L < out)" -le 120 ]

for transport in message window; do
    expect 0 ranks 3 bench --pairs 0 --range 3 --schedule all --iterations 1 --transport $transport
    claim "not right" [ "$(count ' 0 (off|-)$')" -eq $((11 - $(grep -c 'without Boost.MPI' out))) ]
done
# Where sums round, ours are the exact ones, rounded once; a sum that rounds each time is not.
for values in ordinary wild; do
    expect 0 ranks 3 bench --pairs 3000 --range 1000 --values $values --schedule all --iterations 1
    claim "not 6 right schedules" [ "$(rows | grep -E '^(auto|gather|rec|ring|split|hier)' | grep -cE ' 0 off$')" -eq 6 ]
    claim "plain sums are right" [ "$(count '^plain-sum [1-9][0-9]* off$')" -eq 1 ]
    claim "unstable sums are right" [ "$(count '^allgatherv-sort [1-9][0-9]* -$')" -eq 1 ]
done
# Rows, whose numbers the oracle looks at one by one: 6 schedules, and one baseline.
for values in small wild; do
    expect 0 ranks 3 bench --pairs 300 --range 200 --width 5 --values $values --schedule all --iterations 1 --check
    claim "not 6 right schedules of rows" [ "$(count ' 0 passed$')" -eq 6 ]
    claim "no other baseline" [ "$(count '^allgatherv-sort ')" -eq 1 ]
done
expect 2 ranks 2 bench --width 3 --value-type int64
says 'rows are of float64, not int64'
expect 2 ranks 2 bench --values wild --value-type float32
says 'wild are float64, not float32'
expect 0 alone bench --pairs 10 --baseline none --json rows.json --page page.html
claim "not right in JSON" grep -q '"wrong": 0,' rows.json
claim "not the same numbers on the page" grep -qF -- "$(grep "\"auto\"" rows.json)" page.html

for fault in corrupt-rank=1 drop-pair skip-reduction swap-values extra-zero; do
    expect 1 ranks 2 bench --pairs 100 --schedule all --baseline none --iterations 1 --inject $fault
    claim "not wrong on all 6 schedules" [ "$(count ' [1-9][0-9]* off$')" -eq 6 ]
done

expect 2 ranks 2 bench --pairs 5:x
says "'x' is not a number"
expect 2 ranks 2 bench --distribution zip
says 'did you mean zipf'
expect 2 ranks 2 bench --range 1
finish
