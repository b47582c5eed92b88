# shellcheck shell=bash
# What scripts/demo and scripts/test share. Sourced; leaves the shell in the project's root.

# What Debian 12 must have. The only list of it.
packages=(
    g++ cmake ninja-build
    libopenmpi-dev openmpi-bin iproute2
    libboost-dev libboost-serialization-dev
    libfmt-dev libsimdjson-dev libstreamvbyte-dev libxxhash-dev libcli11-dev doctest-dev
    zlib1g-dev libzstd-dev
    node-d3-scale node-d3-shape
)

# What tests alone need: a browser for the pages and rules to hold them to, SciPy for its files.
test_packages=(python3 python3-scipy chromium chromium-driver ca-certificates curl)

cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit
mkdir -p build/log

# Open MPI refuses to start as root, as in a container, without these two.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

# step NAME COMMAND...: one line of progress. The command's output goes to build/log/NAME.log; when it fails, the
# end of that is shown and the script ends.
step() {
    local name=$1 start=$SECONDS
    local log=build/log/$name.log
    shift
    printf '%-9s ' "$name"
    if "$@" >"$log" 2>&1 </dev/null; then
        printf 'ok %5d s\n' $((SECONDS - start))
    else
        printf 'FAILED: %s\nThe end of %s:\n\n' "$*" "$log"
        tail -n 50 "$log"
        exit 1
    fi
}

# Installs what is missing of `packages`.
install_packages() {
    local package missing=() as_root=()
    for package in "${packages[@]}"; do
        if [[ $(dpkg-query -W -f '${Status}' "$package" 2>/dev/null) != 'install ok installed' ]]; then
            missing+=("$package")
        fi
    done
    if ((${#missing[@]} == 0)); then return; fi

    ((EUID == 0)) || as_root=(sudo)
    if [[ ! $(command -v apt-get) || ! $(command -v "${as_root[0]:-env}") ]]; then
        printf 'Please install these (their names on Debian 12), then start this again:\n\n    %s\n\n' "${missing[*]}"
        printf 'On a system without dpkg, once they are there: cmake --workflow --preset release\n'
        exit 1
    fi >&2
    printf 'To install: %s\n' "${missing[*]}"
    local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
    step update "${apt[@]}" update
    step install "${apt[@]}" install -y --no-install-recommends "${missing[@]}"
}
