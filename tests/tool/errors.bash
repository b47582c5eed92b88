#!/bin/bash
# Every bad input and every bad command line ends in the same status with and without mpirun, with one message and
# nothing on stdout. Usage: errors.bash COMMAND MPIEXEC
source "$(dirname "$0")/shell.bash" "$1" "$2"

# bad STATUS WORDS ARGUMENT...
bad() {
    local status=$1 words=$2 how
    shift 2
    for how in alone "ranks 3"; do
        expect "$status" $how "$@" < /dev/null
        silent
        once "^allreduce-by-key: .*$words"
    done
}

echo '[["a",[[2,1],[0,1]]],["b",[[0,3],[2,4]]]]' > good.json
mkdir directory
head -c 30 good.json > truncated.json
: > empty.json
echo '[[0,[[1,1e400]]],[1,[[1,1]]]]' > large.json
printf '[%.0s' {1..64} > deep.json
head -c 100000 /dev/zero | tr '\0' '[' > deeper.json
echo '[[0,[[2.5,1]]],[1,[[2,10]]]]' > fraction.json
echo '[[0,[[1,2]]],[1,[[1,"3"]]]]' > text.json
echo '[[0,[[01,1]]]]' > zero.json
echo '[[0,[[1,2]]]] x' > trailing.json
echo '[["a",[]],["a",[]]]' > twice.json
echo '[[0,[[5,1e308]]],[1,[[5,1e308]]]]' > beyond.json
echo '[[0,[[5,1e308]]],[1,[[5,10.0]]]]' > product.json
echo '[[0,[[9223372036854775808,1]]],[1,[[-1,1]]]]' > signs.json

printf 'worker,coordinate,value\na,1,2\nb,1\n' > short.csv
printf 'coordinate\tvalue\n1\tx\n' > text.tsv
printf '["a",[[1,2]]]\n["a",[]]\n' > twice.jsonl
printf '%%%%MatrixMarket matrix coordinate real general\n3 3 3\n1 1 5\n' > short.mtx
printf '1 1:2\n1 0:2\n' > zero.svm
printf 'PK\3\4' > short.npz
printf 'x' > none.npy
gzip -c good.json | head -c 30 > short.json.gz
{ gzip -c good.json; echo x; } > more.json.gz

bad 3 'short.csv:3:4: worker "b", pair 1, coordinate 1: expected .,. and a value' run short.csv
bad 3 'text.tsv:2:3: worker 0, pair 1, coordinate 1: expected a value' compare text.tsv
bad 3 'twice.jsonl:2:2: worker "a" is named twice' run twice.jsonl
bad 3 'short.mtx:4:1: expected entry 2 of the 3' run short.mtx
bad 3 'zero.svm:2:3: worker 2, pair 1: index 0, but' run zero.svm
bad 3 'short.npz: byte 4: .*cut off' run short.npz
bad 3 'none.npy: byte 0: expected an array of NumPy' run none.npy
bad 3 'short.json.gz: byte 30: .*cut off' run short.json.gz
bad 3 'more.json.gz: byte [0-9]+: expected another gzip member' run more.json.gz
bad 3 'good.json:1:1: expected %%MatrixMarket' run good.json --input-format matrix-market
echo '[["a",[[-1,1]]]]' > negative.json
bad 3 'coordinate -1 has no column' run negative.json --format matrix-market
bad 3 'missing.json: .*No such file' run missing.json
bad 3 'directory: .*directory' run directory
echo '[["a",[[2,1000]]]]' > thousand.json
bad 3 'thousand.json: worker "a", pair 1, coordinate 2: value 1000 is no int8; take another --value-type' \
    run thousand.json --value-type int8
printf '\x93NUMPY\x01\0\x38\0%-55s\n' "{'descr': '<f"$'\n'"8', 'fortran_order': False, 'shape': ()}" > feed.npy
bad 3 "feed.npy: elements of type '<f.n8' are not read" run feed.npy
bad 3 'truncated.json:[0-9]+:[0-9]+:' run truncated.json
bad 3 'empty.json:1:1:' run empty.json
bad 3 'standard input:1:1:' run -
bad 3 'large.json:1:9:' run large.json
bad 3 'deep.json:.*deep' run deep.json
bad 3 'deeper.json:.*deep' compare deeper.json
bad 3 'fraction.json:1:7:.*worker 0, pair 1.*2\.5' run fraction.json
bad 3 'text.json:1:21:.*worker 1, pair 1' compare text.json
bad 3 'zero.json:1:' run zero.json
bad 3 'trailing.json:1:15:' run trailing.json
bad 3 'twice.json:1:' run twice.json
bad 3 'coordinate 5: the sum is beyond the largest double' run beyond.json
bad 3 'coordinate 5: the product is beyond the largest double' run product.json --op product
bad 3 'signs.json:1:' run signs.json
bad 3 'rank 99 can.t be corrupted' run good.json --inject corrupt-rank=99
if [ "$(id -u)" -ne 0 ]; then
    echo '[]' > unreadable.json
    chmod 000 unreadable.json
    bad 3 'unreadable.json: .*Permission denied' run unreadable.json
fi

bad 2 '' nothing
bad 2 'compare' compaer good.json
for words in 1,x x 3, 3,,1 0 3,-1 9999999999 1.5; do
    bad 2 "--nodes: expected how many ranks each node has, from 1, as 3,1; found $words$" run good.json --nodes $words
done
bad 2 '--nodes 4,5 adds up to 9 ranks, the job has [13]: give sizes' run good.json --nodes 4,5
bad 2 '--nodes 4,5 adds up to 9 ranks, the job has 3: give sizes' explain ring --ranks 3 --nodes 4,5
once '^allreduce-by-key: --nodes'
bad 2 'sum.svm: libsvm is read, not written: say --format, one of json, csv' run good.json -o sum.svm
bad 2 'sum.libsvm: libsvm is read' run good.json -o sum.libsvm
bad 2 'sum.jsonl: json-lines is read' run good.json -o sum.jsonl
bad 2 'sum.npy: .*--format npz' run good.json -o sum.npy
bad 2 'sum.csv.gz: .*not packed: leave out .gz' run good.json -o sum.csv.gz
bad 2 'sum.json.zst: .*not packed: leave out .zst' run good.json -o sum.json.zst
claim "a file was made" [ -z "$(ls sum.* 2> /dev/null)" ]
bad 2 '' run
bad 2 '' run good.json --unknown
bad 2 'coordinate' run good.json --strategy coordinat
bad 2 'unknown operator .maxx.: did you mean max' run good.json --op maxx
bad 2 'strategy position claims sums: leave out --op max' run good.json --op max --strategy position
bad 2 'strategy overwrite claims sums: leave out --op last' run good.json --op last --strategy overwrite
bad 2 'leave out --op min, or use run' compare good.json --op min
bad 2 'serves --op min and --op max' run good.json --ignore-nan
bad 2 'serves --op mean' run good.json --op min --mean-over all
bad 2 'did you mean all' run good.json --op mean --mean-over al
bad 2 'recursive-doubling' run good.json --schedule recursive-dubling
bad 2 'json' run good.json --format jsom
bad 2 'did you mean csv' run good.json --input-format cvs
bad 2 'matrix-market' run good.json --input-format table
bad 2 'npz' run good.json --format libsvm
bad 2 '--index-base: Value 2 not in range 0 to 1' run good.json --index-base 2
bad 2 "--index-base serves libsvm files, not json" run good.json --index-base 0
bad 2 "an empty word after 'run'" run ''
bad 2 "an empty word after '--page'" run good.json --page ''
bad 2 "an empty word after '--inject'" run good.json --inject ''
bad 2 "--page= needs a value" run good.json --page=
bad 2 "--variant: '9223372036854775808' is no number from" cases --variant 9223372036854775808
bad 2 "--seed: '-1' is no number from 0 to 18446744073709551615" bench --seed -1
bad 3 "rank 9 can.t be corrupted" bench --pairs 10 --inject corrupt-rank=9
bad 2 'drop-pair' run good.json --inject drop-pear
bad 2 'message' run good.json --transport massage
bad 2 '' run good.json --ranks 0
bad 2 'not in range 1 to 1024' run good.json --ranks 1025
bad 2 '' run good.json --expect-ranks 0
bad 2 '' cases --variant one
bad 2 'ring' explain rong
bad 2 '--rows: Value -1 not in range 0 to' compare good.json --rows -1
bad 2 '--pairs: Value -5 not in range 0 to' explain ring --pairs -5
bad 2 '--entry-bytes: Value 0 not in range 1 to' explain ring --entry-bytes 0
bad 4 '99 ranks were expected' run good.json --expect-ranks 99

expect 2 alone run good.json --ranks 257 --schedule gather
says 'give --ranks up to 256, or another schedule'
silent

# The later of two that contradict each other.
expect 0 alone run good.json --no-check --check
says 'check fingerprint passed'
expect 0 alone run good.json --check --no-check
says 'not checked'

for transport in message window; do
    expect 2 alone run good.json --ranks 2 --transport $transport
    says "--transport $transport goes between processes"
    silent
done

# Where there are several processes, these two make no sense.
expect 2 ranks 2 run good.json --ranks 4
says 'leave out --ranks or mpirun'
silent
expect 2 ranks 2 run good.json --transport memory
silent
# With one there is only one way to understand them.
expect 0 ranks 1 run good.json --ranks 4 --expect-ranks 4
says '2 workers on 4 ranks'
prints '[[0,4],[2,5]]'

# An explanation too long to read is refused with advice.
expect 3 alone explain ring --ranks 100000
says 'name one rank'
silent
expect 0 alone explain ring --ranks 100000 --rank 7 --json
claim "no JSON" grep -q '^{' out

finish
