# Sourced by try.sh and test.sh: installs the system packages that are missing, and finds the build folder.
# Debian and Ubuntu are served; elsewhere the names are printed and the build goes on.

build_packages=(gcc pkg-config)
window_packages=(libx11-6 libx11-xcb1 libxcursor1 libxi6 libxkbcommon-x11-0 libxrandr2 libgl1 libgl1-mesa-dri libegl1 libfontconfig1)

# need_packages NAME...: installs those that dpkg does not know as installed.
need_packages() {
    local missing=() name
    if ! command -v dpkg-query >/dev/null 2>&1; then
        command -v cc >/dev/null 2>&1 || echo "Please install a C compiler; it builds zstd." >&2
        return 0
    fi
    for name in "$@"; do
        dpkg-query -W -f='${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || missing+=("$name")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    echo "Installing: ${missing[*]}"
    local root=()
    if [ "$(id -u)" != 0 ]; then
        if command -v sudo >/dev/null 2>&1; then
            root=(sudo)
        else
            echo "Not root and no sudo: please install ${missing[*]} by hand." >&2
            return 0
        fi
    fi
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# need_rust: the one thing that is not installed for the user.
need_rust() {
    if ! command -v cargo >/dev/null 2>&1 && [ -x "$HOME/.cargo/bin/cargo" ]; then
        export PATH="$HOME/.cargo/bin:$PATH"
    fi
    command -v cargo >/dev/null 2>&1 && return 0
    echo "Rust 1.95 or newer is needed. See https://rustup.rs" >&2
    exit 1
}

# The build folder lies in the user's cache, so that a clean checkout does not build its libraries again.
use_cached_target() {
    export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/bem-studio/target}"
}
