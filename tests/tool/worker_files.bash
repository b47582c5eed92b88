#!/bin/bash
# One file a worker, read by the rank that holds the worker. Usage: worker_files.bash COMMAND MPIEXEC
source "$(dirname "$0")/shell.bash" "$1" "$2"

# Eleven workers, so that 10 comes after 2 and not after 1; the first has nothing, and repeats are kept in order.
mkdir runs
echo '[' > all.json
for worker in {0..10}; do
    pairs=$( ((worker == 0)) || echo "[$((worker * 7 % 5)),0.$worker],[-3,1e16],[$((worker % 3)),$worker],[-3,$worker]")
    [ "$worker" = 0 ] || echo ',' >> all.json
    echo "[\"$worker\",[$pairs]]" >> all.json
    echo "[[\"$worker\",[$pairs]]]" > runs/g-$worker.json
    echo "[\"$worker\",[$pairs]]" | gzip > "runs/g-$worker.jsonl.gz"
    { echo coordinate,value; sed 's/^\[//; s/\]$//; s/\],\[/\n/g' <<< "$pairs" | sed '/^$/d'; } > runs/g-$worker.csv
done
echo ']' >> all.json
touch runs/g-.json runs/h-1.json "runs/g-1.json~"  # none of these is a worker's

expect 0 alone run all.json
cp out right
for kind in json jsonl.gz csv; do
    expect 0 alone run --worker-files "runs/g-{worker}.$kind" --ranks 4
    same out right
    for n in 1 3 13; do
        expect 0 ranks $n run --worker-files "runs/g-{worker}.$kind"
        same out right
        says "pairs of 11 workers on $n rank"
    done
done
for strategy in position overwrite; do
    expect 1 alone run all.json --strategy $strategy
    cp out wrong
    expect 1 ranks 4 run --worker-files 'runs/g-{worker}.json' --strategy $strategy
    same out wrong
done
expect 0 ranks 3 run --worker-files 'runs/g-{worker}.json' --op last
cp out last
expect 0 alone run all.json --op last
same out last
cd runs || exit
expect 0 ranks 2 compare --worker-files 'g-{worker}.csv'
claim "it has no table" grep -q '^coordinate *sum *passed' out
cd ..

# What carries the values is agreed: floats on one rank, wide integers on another; coordinates too.
mkdir mixed
echo '[["a",[[5,100000000000000000001]]]]' > mixed/w-1.json
echo '[["b",[[5,0.5]]]]' > mixed/w-2.json
echo '[["c",[[18446744073709551615,2]]]]' > mixed/w-3.json
for n in 1 3; do
    expect 0 ranks $n run --worker-files 'mixed/w-{worker}.json'
    prints '[[5,1e+20],[18446744073709551615,2.0]]'
done

# Bad ones are told alike on all ranks, by the file's name.
bad() {
    local status=$1 words=$2 how
    shift 2
    for how in alone "ranks 3"; do
        expect "$status" $how run "$@" < /dev/null
        silent
        once "^allreduce-by-key: .*$words"
    done
}
bad 2 "file is required, or --worker-files"
bad 2 "--worker-files stands for a file: leave out all.json" all.json --worker-files 'runs/g-{worker}.json'
bad 2 "--worker-files needs \{worker\} once" --worker-files runs/g-1.json
bad 2 "--worker-files needs \{worker\} once" --worker-files 'runs/{worker}-{worker}.json'
bad 2 "--worker-files needs \{worker\} once" --worker-files '{worker}/g.json'
bad 2 "the input and --page are one file" --worker-files 'runs/g-{worker}.json' --page runs/g-3.json
bad 3 "there is no file runs/x-\{worker\}.json" --worker-files 'runs/x-{worker}.json'
bad 3 "nowhere/: No such file" --worker-files 'nowhere/{worker}.json'
echo '[["x",[[1,2]]],["y",[]]]' > runs/g-7.json
bad 3 "runs/g-7.json: there are 2 workers in it" --worker-files 'runs/g-{worker}.json'
echo '[["x",[[1,2],[3,y]]]]' > runs/g-7.json
bad 3 "runs/g-7.json:1:17: worker .x., pair 2, coordinate 3: expected a value" --worker-files 'runs/g-{worker}.json'
mkdir runs/g-8.csv.d
mv runs/g-8.csv runs/g-8.csv.d/ && mv runs/g-8.csv.d runs/g-8.csv
bad 3 "runs/g-8.csv: .*directory" --worker-files 'runs/g-{worker}.csv'
echo '[["d",[[-1,2]]]]' > mixed/w-4.json
bad 3 'worker "4", pair 1: coordinate -1 is below 0' --worker-files 'mixed/w-{worker}.json'

finish
