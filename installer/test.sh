#!/usr/bin/env bash
# Everything that must be true before a change is taken: format, lints, documentation, the headless journey, all tests.
# Runs on a bare machine with Rust; ends with the test runner's own summary.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/.." && pwd)
# shellcheck source=installer/packages.sh
. "$here/packages.sh"
need_rust
need_packages "${build_packages[@]}" "${window_packages[@]}"
use_cached_target
export CARGO_TERM_COLOR=never CARGO_INCREMENTAL=0
cd "$top"

step() { printf '\n== %s (%s s)\n' "$1" "$SECONDS"; }

step "format"
cargo fmt --check
step "lints"
cargo clippy --locked --all-targets -- -D warnings
step "documentation"
RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps --document-private-items
if command -v cargo-deny >/dev/null 2>&1; then
    step "licences"
    cargo deny --offline check --config .ci/deny.toml licenses bans
fi
step "headless journey"
journey=$(mktemp -d)
trap 'rm -rf "$journey"' EXIT
bash installer/try.sh --headless --profile dev --out "$journey"
for file in sample.bemstudio sample.bem sample.png; do
    test -s "$journey/$file" || { echo "the journey did not write $file" >&2; exit 1; }
done
step "tests"
if cargo nextest --version >/dev/null 2>&1; then
    cargo nextest run --locked --no-fail-fast
else
    cargo test --locked
fi
