#!/bin/bash
# The gallery of pitfalls under mpirun. Usage: pitfalls.bash COMMAND MPIEXEC
source "$(dirname "$0")/shell.bash" "$1" "$2"

# shows N NAME VALUES LIGHT [OPTION...]: the pitfall on N ranks; VALUES are coordinate, right and wrong.
shows() {
    local text
    expect 0 ranks "$1" pitfalls "$2" "${@:5}"
    text=$(tr -d ' \n\r' < out)
    claim "not '$3'" grep -qF "coordinaterightwrong$(tr -d ' ' <<< "$3")agreement" <<< "$text"
    claim "$4 does not fail" grep -qE "^$4 +FAILED" out
}

for n in 2 3 5; do
    case $n in
        2) alone=1 mean='2 6.0 3.0' ;;
        3) alone=- mean='1 3.0 2.0 2 6.0 2.0' ;;
        5) alone=- mean='1 3.0 1.2 2 6.0 1.2' ;;
    esac
    shows $n position '0 1 11 1 10 -' fingerprint
    shows $n overwrite '7 11 10' fingerprint --schedule ring
    shows $n first-coordinates '2 10 - 5 1 11' fingerprint --schedule split
    shows $n dropped-duplicates '7 6 3' fingerprint --transport message
    shows $n coordinate-in-32-bits '1 1 11 4294967297 10 -' coordinates --schedule recursive-doubling
    shows $n coordinate-through-double '9007199254740992 1 11 9007199254740993 10 -' coordinates
    shows $n arrival-order '7 1.0000000000000002e+16 1e+16' fingerprint --schedule hierarchical --transport message
    shows $n no-reduction "7 11 $alone" agreement
    shows $n dropped-zeros '7 0 -' coordinates --transport message
    shows $n mean-over-ranks "$mean" fingerprint
done

# The same story with and without mpirun, but for the command and the transport.
expect 0 ranks 3 pitfalls first-coordinates --schedule ring
grep -v '^command\|^On ' out | tr -d '\r' > parallel
expect 0 alone pitfalls first-coordinates --schedule ring --ranks 3
grep -v '^command\|^On ' out > sequential
same parallel sequential

expect 0 ranks 4 compare --all "$data/../../examples/data/word_gradients.json" --rows 1
tr -d '\r' < out | sed 1d > parallel
expect 0 alone compare --all "$data/../../examples/data/word_gradients.json" --rows 1 --ranks 4
sed 1d out > sequential
same parallel sequential
for row in 'overwrite +sum +1504 +0 +0 +fingerprint' 'no-reduction +sum .* agreement, fingerprint'; do
    claim "no row '$row'" grep -qE "^$row" out
done

expect 0 ranks 2 pitfalls
claim "no list" grep -q '^dropped-zeros .*scipy/scipy#9318' out
expect 2 ranks 2 pitfalls nonsense
says "unknown pitfall 'nonsense'"

finish
