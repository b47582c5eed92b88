#!/bin/bash
# A file of JSON Lines, of which each rank reads its own lines. Usage: lines.bash COMMAND MPIEXEC
source "$(dirname "$0")/shell.bash" "$1" "$2"

# Eleven workers: one whose line is longer than all others, blank lines, a mark, CRLF, and no line feed at the end.
# What fits one type or another is on lines of different ranks.
rows=('["w0",[[18446744073709551615,1],[3,2]]]' '[1,[]]' '["w2",[[5,100000000000000000001],[5,-2]]]')
for worker in {3..9}; do rows+=("[\"w$worker\",[[$((worker % 4)),$worker],[3,1]]]"); done
rows[4]="[\"long\",[$(printf '[%d,7],' {1..400})[0,0]]]"
rows+=('["last",[[3,0.5],[7,1e-3]]]')
{ echo '['; printf '%s,\n' "${rows[@]}"; } | sed '$s/,$/]/' > all.json
{
    printf '\xEF\xBB\xBF'
    printf '%s\r\n' "${rows[@]:0:5}"
    printf ' \t\r\n\n'
    printf '%s\n\n' "${rows[@]:5:5}"
    printf '%s' "${rows[10]}"
} > all.jsonl
expect 0 alone run all.json
cp out right
for n in 1 2 3 7; do
    expect 0 ranks $n run all.jsonl --timings
    same out right
    says "pairs of 11 workers on $n rank"
    [ $n = 1 ] || says '^find lines'
done
printf '%s\n' "${rows[@]:0:3}" > few.jsonl
expect 0 alone run few.jsonl
cp out right
expect 0 ranks 7 run few.jsonl --timings
same out right
says '^find lines'

# The blocks of workers are those of the same job as one array: also what is wrong is wrong in the same way.
expect 0 alone compare all.json --all --ranks 3
tail -n +2 out > right
expect 0 ranks 3 compare all.jsonl --all
claim "another comparison" cmp -s right <(tail -n +2 out)

# Where not all see one plain file, the first rank reads it for all.
mkdir there here
cp few.jsonl there
expect 0 alone run few.jsonl
cp out right
each() { timeout -k 5 60 "$mpiexec" -q --oversubscribe -n 1 env -C "$1" "$command" run "$3" : -n 2 env -C "$2" "$command" run "$3"; }
expect 0 each there here few.jsonl
same out right
head -n 2 few.jsonl > here/few.jsonl
expect 0 each there here few.jsonl
same out right
rm there/few.jsonl
expect 3 each there here few.jsonl
once '^allreduce-by-key: few.jsonl: .*No such file'
silent
mkfifo pipe.jsonl
cat few.jsonl > pipe.jsonl &
expect 0 ranks 3 run pipe.jsonl
same out right

# Faults are told as one rank tells them: the first of the file, though others find theirs sooner.
fault() {
    local n
    expect 3 alone run bad.jsonl
    silent
    says "$1"
    cp err wanted
    for n in ${2:-3}; do
        expect 3 ranks "$n" run bad.jsonl
        same err wanted
        silent
    done
}
lines() { printf '%s\n' "$@" > bad.jsonl; }
lines '["a",[]]' '[2,[[1,2]]]' '["c",[]]' '[20e-1,[]]'
fault 'bad.jsonl:4:2: worker 20e-1 is named twice, in row 2 \(bad.jsonl:2:2\) and in row 4'
lines '["a",[]]' '["b",[[1,2]]]' '' '["\u0061",[[1,2]]]' '["d",[]]' '["e",[[1,x]]]'
fault 'bad.jsonl:4:2: worker "\\u0061" is named twice, in row 1 \(bad.jsonl:1:2\) and in row 3'
lines '["a",[]]' '["b",[[1,2]]]' '["c",[[1,2]]]' '' '["d",[[1,2],[7,y]]]' '["e",[[1,x]]]'
fault 'bad.jsonl:5:16: worker "d", pair 2, coordinate 7: expected a value' '2 7'
lines '["a",[[-1,[1,2]]]]' '["b",[]]' '["c",[[18446744073709551615,[1,2]]]]'
fault 'bad.jsonl:3:8: .*with coordinate -1 at bad.jsonl:1:8'
lines '["a",[[1,2]]]' '["b",[[2,2]]]' '["c",[[3,[2]]]]'
fault 'a row of 1 for a value, where worker "a", pair 1 has a plain number'
lines '["a",[[1,2]]]' $'\xEF\xBB\xBF["b",[[2,2]]]' '["c",[]]'
fault 'bad.jsonl:2:1: expected a row'
printf '\n \n[' > bad.jsonl
fault "bad.jsonl:3:2: expected the worker's name"

# Without a row there are no workers.
: > none.jsonl
printf '\n \n' > blank.jsonl
for file in none.jsonl blank.jsonl; do
    for how in alone "ranks 3"; do
        expect 0 $how run $file
        prints '[]'
    done
done

finish
