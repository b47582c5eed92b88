#!/bin/bash
# The command as a parallel job. Usage: ranks.bash COMMAND MPIEXEC
source "$(dirname "$0")/shell.bash" "$1" "$2"

# What people reported: a sample under mpirun.
sample() {
    local id=$1 n=$2
    grep -F "\"id\":\"$id\"" "$data/reported.json" > line
    sed -E 's/.*"rows":(.*),"expect".*/\1/' line > rows.json
    expect 0 ranks "$n" run rows.json --expect-ranks "$n" --schedule "$3"
    prints "$(sed -E 's/.*"expect":(.*\]|\[\])(,"note".*|\}.*)$/\1/' line)"
    says "on $n ranks"
}
sample B01 2 ring
sample B01b 3 hierarchical
sample B03 7 split
sample B07 2 gather
sample B07 3 recursive-doubling
sample B07 7 ring
sample B12 3 split
sample B14 7 hierarchical
sample B26 2 auto
sample B27 3 ring
sample B27b 7 recursive-doubling
sample B30 2 split

# The contract's six, in its very words.
six_by() {
    case $1 in
        position) actual=('[[0,4],[1,5]]' '[]' '[]' '[[0,1]]' '[[0,0]]' '[[0,6]]') ;;
        overwrite) actual=('[[0,3],[2,4]]' '[]' '[]' '[[1,1]]' '[[-1,-1]]' '[[1,2],[3,4]]') ;;
        coordinate) actual=('[[0,4],[2,5]]' '[]' '[]' '[[1,1]]' '[[-1,0]]' '[[1,2],[3,4]]') ;;
    esac
    local checks=('sparse order differs' 'empty workers' 'empty coordinate rows' 'one coordinate'
        'negative coordinate values' 'missing coordinate treated zero')
    local expected=('[[0,4],[2,5]]' '[]' '[]' '[[1,1]]' '[[-1,0]]' '[[1,2],[3,4]]')
    local text='' all=true passed i
    for i in {0..5}; do
        passed=true
        if [ "${actual[i]}" != "${expected[i]}" ]; then passed=false all=false; fi
        text+=",{\"check\":\"${checks[i]}\",\"actual\":${actual[i]},\"expected\":${expected[i]},\"passed\":$passed}"
    done
    echo "{\"observations\":[${text#,}],\"passed\":$all}"
}
schedules=(gather recursive-doubling ring split hierarchical auto)
for n in {1..8}; do
    status=1
    for strategy in position overwrite coordinate; do
        if [ $strategy = coordinate ]; then status=0; fi
        schedule=${schedules[$(((n + ${#strategy}) % 6))]}
        six_by $strategy > six
        expect $status ranks "$n" cases --json --strategy $strategy --schedule "$schedule"
        same out six
    done
done

# Each thing that is broken on purpose is found by the check that is there for it.
cat > rows.json << 'END'
[["a",[[1,10],[4,2]]],["b",[[4,5],[2,7]]],["c",[[1,1],[7,9]]]]
END
while read -r fault check; do
    expect 1 ranks 3 run rows.json --inject "$fault"
    says "check ($check) +FAILED"
    says '^--inject: '
    expect 1 alone run rows.json --ranks 3 --inject "$fault"
    says "check ($check) +FAILED"
    expect 0 ranks 3 run rows.json --inject "$fault" --no-check
done << 'END'
corrupt-rank=2 agreement
drop-pair fingerprint|coordinates
skip-reduction agreement
swap-values fingerprint
extra-zero coordinates
END
expect 1 ranks 3 run rows.json --inject corrupt-rank=2
says 'rank 2'
expect 0 ranks 3 compare rows.json
for row in 'coordinate +sum +passed +passed +passed +0 +0 +0' 'position +sum +passed +FAILED +FAILED' \
    'overwrite +last +passed +passed +FAILED +2 +0 +0'; do
    claim "no row '$row'" grep -qE "^$row" out
done

# Ranks that were given different files.
job() { timeout -k 5 10 "$mpiexec" -q --oversubscribe "$@"; }
expect 3 job -n 2 "$command" run rows.json : -n 1 "$command" run missing.json
once "^allreduce-by-key: the arguments differ: .*rank 2 has 'run missing.json'"
silent
expect 3 job -n 1 "$command" run rows.json : -n 2 "$command" nonsense
once '^allreduce-by-key: the arguments differ'
silent

# A job of fewer or more ranks than somebody thinks is no job of that many.
expect 4 ranks 4 run rows.json --expect-ranks 3
once '^allreduce-by-key: 3 ranks were expected, but 4 take part'
silent
expect 0 ranks 4 run rows.json --expect-ranks 4 --quiet
claim "an account in spite of --quiet" [ ! -s err ]

# A rank that is killed takes the job along: the first one waits for input that does not come.
mkfifo pipe
job -n 3 "$command" run pipe > out 2> err &
launcher=$!
said='a killed rank'
for _ in {1..100}; do
    victim=$(pgrep -f "^$command run pipe" | tail -n 1)
    if [ "$(pgrep -fc "^$command run pipe")" -eq 3 ]; then break; fi
    sleep 0.1
done
sleep 0.3
kill -KILL "$victim"
wait $launcher
status=$?
claim "status $status" [ $status -ne 0 ]
claim "it hung" [ $status -ne 124 ]
silent

finish
