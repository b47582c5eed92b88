# What the shell tests of the command share. Usage: source shell.bash COMMAND MPIEXEC; a test ends with `finish`.
set -uo pipefail
command=$(realpath "$1") mpiexec=$2
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
data=$(cd "$(dirname "${BASH_SOURCE[0]}")/../data" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
checks=0 failures=0

# alone ARGUMENT...: the command by itself.
alone() { timeout -k 5 60 "$command" "$@"; }

# ranks N ARGUMENT...: the command under mpirun, whose own banner -q leaves out.
ranks() { timeout -k 5 60 "$mpiexec" -q --oversubscribe -n "$1" "$command" "${@:2}"; }

# expect STATUS COMMAND...: stdout goes to ./out, stderr to ./err.
expect() {
    local wanted=$1 status
    shift
    said="$*"
    "$@" > out 2> err
    status=$?
    claim "status $status, not $wanted" [ $status -eq "$wanted" ]
}

# claim COMPLAINT COMMAND...: the command must succeed.
claim() {
    local complaint=$1
    shift
    checks=$((checks + 1))
    if "$@"; then return; fi
    failures=$((failures + 1))
    echo "line ${BASH_LINENO[-2]}: $said: $complaint"
    sed 's/^/    /' out err | head -n 20
}

silent() { claim "something on stdout" [ ! -s out ]; }
says() { claim "does not say '$1'" grep -qE -- "$1" err; }
prints() { claim "does not print '$1'" [ "$(tr -d ' \n\r' < out)" = "$1" ]; }
once() { claim "says '$1' more or less than once" [ "$(grep -cE -- "$1" err)" -eq 1 ]; }
same() { claim "$1 and $2 differ" cmp -s "$1" "$2"; }
nothing_left() { claim "a partial file is left" [ -z "$(find . -name '*partial*')" ]; }

finish() {
    echo "$checks checks, $failures failed"
    [ $failures -eq 0 ]
    exit
}
