#!/bin/bash
# The command where the node has little memory to share: what finds no room travels by message, and the account says
# so. Usage: full_memory.bash COMMAND MPIEXEC
# Status 77 (skipped) where the system does not permit a /dev/shm of our own.
source "$(dirname "$0")/shell.bash" "$1" "$2"

# Runs the rest with a /dev/shm of so many bytes, with a unit.
with_shm() {
    unshare --mount bash -c 'mount -t tmpfs -o size="$1" tmpfs /dev/shm || exit 77; shift; exec "$@"' bash "$@"
}
with_shm 1m true 2> err
if [ $? -ne 0 ]; then
    echo "skipped: $(cat err)"
    exit 77
fi

# Four workers of 200,000 pairs: 3.2 MB a rank.
awk 'BEGIN {
    printf "["
    for (w = 0; w < 4; ++w) {
        printf "%s[%d,[", w ? "," : "", w
        for (i = 0; i < 200000; ++i) printf "%s[%d,%d]", i ? "," : "", i * 7919 % 1000003, i % 100 + w
        printf "]]"
    }
    print "]"
}' > rows.json
expect 0 alone run rows.json --ranks 1 --quiet
mv out whole
for size in 2m 30m 100m; do
    for schedule in split ring; do
        expect 0 with_shm $size timeout -k 5 60 "$mpiexec" -q --oversubscribe -n 4 "$command" run rows.json \
            --schedule $schedule --transport window
        same out whole
        case $size in
            2m) says 'transport window, and message since /dev/shm is full$' ;;
            100m) says 'transport window$' ;;
        esac
    done
    # Again and again, larger and larger.
    expect 0 with_shm $size timeout -k 5 60 "$mpiexec" -q --oversubscribe -n 3 "$command" bench \
        --pairs 1000:10000:10 --schedule all --baseline none --transport window --iterations 3 --check
    claim "a wrong result" awk '$NF == "passed" && $(NF - 1) != 0 || /FAILED/ { exit 1 }' out
done

# Pages are whole and Open MPI takes some for itself: a window that nearly fits is none.
echo '[["a",[[5,1.5],[2,1]]],["b",[[2,0.25]]]]' > few.json
echo '[[2,1.25],[5,1.5]]' > few.right
for ranks in 2 4 9; do
    for size in 4k 8k 12k 16k 20k 24k 28k 32k 40k 48k 64k; do
        expect 0 with_shm $size timeout -k 5 60 "$mpiexec" -q --oversubscribe -n $ranks "$command" run few.json
        same out few.right
    done
done
finish
