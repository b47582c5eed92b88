#!/bin/bash
# What the command writes, and where. Usage: output.bash COMMAND MPIEXEC
source "$(dirname "$0")/shell.bash" "$1" "$2"

echo '[["a",[[2,1],[0,1],[5,0.25]]],["b",[[0,3],[2,4]]],["c",[[9,0]]]]' > rows.json
right='[[0,4.0],[2,5.0],[5,0.25],[9,0.0]]'

expect 0 alone run rows.json
prints "$right"
cp out right.json
says '6 pairs of 3 workers on 1 rank,'
expect 0 alone run rows.json --quiet --drop-zeros
prints '[[0,4.0],[2,5.0],[5,0.25]]'
claim "an account in spite of --quiet" [ ! -s err ]
expect 0 alone run rows.json --format csv
claim "no CSV" grep -qx '5,0.25' out
expect 0 alone run rows.json --format table
claim "no table" grep -qE '^ *5 +0.25' out

# The same job in other formats, packed or not, under any name.
cat > rows.csv << 'END'
value,worker,coordinate
1,a,2
3,b,0
1,a,0
0.25,a,5
4,b,2
0,c,9
END
printf '%s\n' '["a",[[2,1],[0,1],[5,0.25]]]' '["b",[[0,3],[2,4]]]' '["c",[[9,0]]]' > rows.jsonl
printf '%s\n' '1 2:1 0:1 5:0.25' '1 0:3 2:4' '1 9:0' > rows.svm
tr ',' '\t' < rows.csv > rows.tsv
for file in rows.csv rows.jsonl rows.tsv rows.svm; do
    gzip -c $file > $file.gz
    base=$([ $file = rows.svm ] && echo '--index-base 0')
    expect 0 alone run $file --ranks 2 $base
    same out right.json
    expect 0 ranks 3 run $file.gz $base
    same out right.json
done
expect 0 alone run - --input-format csv < rows.csv.gz
same out right.json
expect 0 alone run rows.json --format csv -o sum.csv
expect 0 alone run sum.csv
same out right.json
for format in csv tsv matrix-market npz; do
    expect 0 ranks 2 run rows.json --format $format -o sum.any
    expect 0 alone run sum.any --input-format $format
    same out right.json
done
# A suffix says what is written too, where the format is written and no other is asked for.
for file in sum.csv sum.tsv sum.mtx sum.npz; do
    expect 0 alone run rows.json -o $file
    expect 0 alone run $file
    same out right.json
done
for file in sum.json sum sum.any; do
    expect 0 alone run rows.json -o $file
    same $file right.json
done
for file in sum.svm sum.jsonl sum.npy sum.json.gz; do
    expect 0 alone run rows.json -o $file --format json
    same $file right.json
done
expect 0 alone run rows.json -o sum.csv --format json
same sum.csv right.json

# Standard input.
expect 0 alone run - < rows.json
same out right.json
for n in 1 2 3 7; do
    expect 0 ranks $n run - < rows.json
    same out right.json
    says "on $n rank$([ $n = 1 ] || echo s),"
    expect 0 ranks $n run rows.json
    same out right.json
done
expect 3 alone run - <&-
silent
says 'standard input'
# (Under mpirun not: Open MPI 4.1.4 itself waits for ever for a standard input that is closed, with `cat` too.)

# Files appear whole or not at all; one copy, whatever the number of ranks.
expect 0 ranks 8 run rows.json -o file.json
silent
same file.json right.json
expect 0 ranks 8 run rows.json
same out right.json
echo old > file.json
expect 1 ranks 3 run rows.json --strategy position -o file.json
claim "the file stayed as it was" grep -q '\[0,' file.json
echo old > file.json
expect 3 ranks 2 run missing.json -o file.json
claim "the file was touched" grep -qx old file.json
expect 4 alone run rows.json -o no/such/directory/file.json
says 'No such file'
nothing_left

# A link stays a link, and what it leads to is written, also what did not exist yet.
mkdir -p elsewhere
ln -s elsewhere/new.json link.json
for attempt in 1 2; do
    expect 0 alone run rows.json -o link.json
    same elsewhere/new.json right.json
    claim "the link is gone" [ -L link.json ]
done
ln -s no/such/directory/file.json dangling.json
expect 4 alone run rows.json -o dangling.json
claim "the link is gone" [ -L dangling.json ]

# The result may replace its input, which is read by then; no other output may, and none another output.
cp rows.json input.json
expect 0 ranks 2 run input.json -o input.json
same input.json right.json
cp rows.json input.json
ln -s input.json alias.json
for words in "run input.json --page ./input.json" "run alias.json --trace input.json" "compare input.json --page alias.json" \
    "run rows.json -o new --page new" "run rows.json --trace elsewhere/../new --page new" "bench --json new --page new"; do
    expect 2 ranks 2 $words
    says 'are one file'
    silent
done
same input.json rows.json
claim "a file was made" [ ! -e new ]
expect 0 alone run rows.json -o /dev/null --page /dev/null --trace /dev/null

# What ranks recorded apart comes together: a page under mpirun is the page of ranks inside one process.
for schedule in gather ring split recursive-doubling hierarchical; do
    expect 0 ranks 3 run rows.json --schedule $schedule --nodes 2,1 --page apart.html --trace trace.json
    same out right.json
    claim "no arrows in the trace" grep -q '"ph":"f"' trace.json
    expect 0 alone run rows.json --schedule $schedule --nodes 2,1 --ranks 3 --page together.html
    sed -i 's/"transport":"window"/"transport":"memory"/' apart.html
    same apart.html together.html
done
expect 4 ranks 2 run rows.json --page no/such/directory/file.html
silent
says 'file.html: .*No such file'
# Where one of them can't be written there is no result, on stdout or in its file.
for words in "run rows.json --page" "run rows.json --trace" "compare rows.json --page" "explain ring --page"; do
    expect 4 alone $words /dev/full
    says '/dev/full: .*No space left'
    silent
done
echo old > file.json
expect 4 ranks 2 run rows.json --page /dev/full -o file.json
claim "the file was touched" grep -qx old file.json
nothing_left

# A full disk is noticed.
for how in alone "ranks 2"; do
    expect 4 $how run rows.json -o /dev/full
    says '/dev/full: .*No space left'
    silent
done
for words in "run rows.json" "compare rows.json" cases "explain ring" list --help --version; do
    said="$words > /dev/full"
    alone $words > /dev/full 2> err
    status=$?
    claim "status $status, not 4" [ $status -eq 4 ]
    says 'No space left'
done
# So is a limit of the shell.
echo '[["a",[' > long.json
for i in {1..2000}; do echo "[$i,0.$i],"; done >> long.json
echo '[0,1]]]]' >> long.json
for words in "run long.json -o limited" "run long.json --page limited" "run long.json --ranks 3 --trace limited"; do
    said="ulimit -f 1; $words"
    (ulimit -f 1; alone $words > /dev/null 2> err)
    status=$?
    claim "status $status, not 4" [ $status -eq 4 ]
    says 'limited: .*File too large'
done
nothing_left
# What can't be said is not said; the result counts.
for words in "run rows.json" "run rows.json --timings --progress"; do
    said="$words 2> /dev/full"
    alone $words > out 2> /dev/full
    status=$?
    claim "status $status, not 0" [ $status -eq 0 ]
    same out right.json
    said="$words 2>&-"
    alone $words > out 2>&-
    status=$?
    claim "status $status, not 0" [ $status -eq 0 ]
    same out right.json
done
said="run missing.json 2> /dev/full"
alone run missing.json > out 2> /dev/full
status=$?
claim "status $status, not 3" [ $status -eq 3 ]

# The rest of what prints.
expect 0 alone --help
claim "no help" grep -q 'Exit status: 0' out
expect 0 alone --version
claim "no version" grep -qE '^allreduce-by-key [0-9.]+$' out
expect 0 ranks 2 --version
claim "not one version" [ "$(wc -l < out)" -eq 1 ]
expect 0 alone list
for name in coordinate position overwrite gather recursive-doubling ring split hierarchical drop-pair product mean count; do
    claim "$name is not listed" grep -q "$name" out
done
expect 0 alone explain ring --ranks 3 --slices
claim "no slices" [ -s out ]

finish
