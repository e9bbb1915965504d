#!/usr/bin/env bash
# Builds the program and opens it on the sample. Without a display it makes the same journey headless.
#
#   bash installer/try.sh [--headless] [--profile release|dev] [--out FOLDER]
#
# The journey writes sample.bemstudio (the project), sample.bem (the package) and sample.png (a picture) to FOLDER,
# by default `bem-studio-sample` in the current folder.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/.." && pwd)
# shellcheck source=installer/packages.sh
. "$here/packages.sh"

profile=release
out=$PWD/bem-studio-sample
headless=
while [ $# -gt 0 ]; do
    case $1 in
        --headless) headless=yes ;;
        --profile) profile=$2; shift ;;
        --out) out=$2; shift ;;
        *) echo "try.sh: unknown option $1" >&2; exit 2 ;;
    esac
    shift
done
if [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    headless=yes
fi

need_rust
need_packages "${build_packages[@]}" "${window_packages[@]}"
use_cached_target
folder=$profile
[ "$profile" = dev ] && folder=debug
cargo build --manifest-path "$top/Cargo.toml" --locked --profile "$profile"
program=$CARGO_TARGET_DIR/$folder/bem-studio

mkdir -p "$out"
out=$(cd "$out" && pwd)
sample=$top/resources/sample
"$program" import "$sample/humanoid.pmx" --target "$sample/sample.catalog.json" -o "$out/sample.bemstudio"
if [ -n "$headless" ]; then
    "$program" export "$out/sample.bemstudio" -o "$out/sample.bem"
    "$program" check "$out/sample.bem"
    "$program" render "$out/sample.bemstudio" -o "$out/sample.png"
    ls -l "$out"
else
    exec "$program" open "$out/sample.bemstudio"
fi
