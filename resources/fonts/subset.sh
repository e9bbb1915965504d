#!/usr/bin/env bash
# Makes the bundled font: Noto Sans CJK SC cut down to the characters of GB 2312 and CP932.
# Needs Debian's fonts-noto-cjk, zstd and the Python package fonttools; run it only to renew the font.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source_font=${1:-/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 - "$work/characters.txt" <<'PY'
import sys
found = set(chr(c) for c in range(0x20, 0x7F))
for codec, lead in (("gb2312", range(0xA1, 0xFF)), ("cp932", range(0x81, 0xFD))):
    for first in lead:
        for second in range(0x40, 0xFF):
            try:
                found.update(bytes((first, second)).decode(codec))
            except UnicodeDecodeError:
                pass
for one in range(0xA1, 0xE0):
    found.add(bytes((one,)).decode("cp932"))
found.update("•…–—‘’“”←↑→↓✓✕●○▲▼◆◇★☆♪♥①②③")
open(sys.argv[1], "w", encoding="utf-8").write("".join(sorted(c for c in found if c.isprintable())))
PY
pyftsubset "$source_font" --font-number=2 --text-file="$work/characters.txt" --no-hinting --desubroutinize \
    --output-file="$work/font.otf"
zstd -19 -q -f "$work/font.otf" -o "$here/noto-sans-cjk-sc.otf.zst"
