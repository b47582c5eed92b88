#!/bin/bash
# The command where the node has little memory to share: what finds no room travels by message, and the account says
# so. Usage: full_memory.bash COMMAND MPIEXEC
# Status 77 (skipped) where the system does not permit a /dev/shm of our own.
source "$(dirname "$0")/shell.bash" "$1" "$2"

# Runs the rest with a /dev/shm of so many MiB.
with_shm() {
    unshare --mount bash -c 'mount -t tmpfs -o size="$1"m tmpfs /dev/shm || exit 77; shift; exec "$@"' bash "$@"
}
with_shm 1 true 2> err
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
for size in 2 30 100; do
    for schedule in split ring; do
        expect 0 with_shm $size timeout -k 5 60 "$mpiexec" -q --oversubscribe -n 4 "$command" run rows.json \
            --schedule $schedule --transport window
        same out whole
        case $size in
            2) says 'transport window, and message since /dev/shm is full$' ;;
            100) says 'transport window$' ;;
        esac
    done
    # Again and again, larger and larger.
    expect 0 with_shm $size timeout -k 5 60 "$mpiexec" -q --oversubscribe -n 3 "$command" bench \
        --pairs 1000:10000:10 --schedule all --baseline none --transport window --iterations 3 --check
    claim "a wrong result" awk '$NF == "passed" && $(NF - 1) != 0 || /FAILED/ { exit 1 }' out
done
finish
