//! What an import of an MDL may have to say beyond the file's own oddities, in three languages.

use crate::base::text::Phrase;
use crate::import::report::Cause;

pub(super) static WELDED: Cause = Cause::hint(
    "vertices-welded",
    Phrase::new(
        "已合并三角带重复的 {count} 个顶点（之前与之后：{first}）。",
        "ストリップで重複する {count} 個の頂点をまとめました（前と後：{first}）。",
        "Vertices that strips repeat, now merged: {count} (before and after: {first}).",
    ),
);
pub(super) static NORMAL: Cause = Cause::hint(
    "normal-from-faces",
    Phrase::new(
        "{count} 个顶点的法线为零，已由所在的面计算（首个：{first}）。",
        "{count} 個の頂点の法線が 0 のため、面から求めました（最初：{first}）。",
        "Vertices whose normal is zero: {count}. It was taken from their faces (first: {first}).",
    ),
);
pub(super) static DEGENERATE: Cause = Cause::hint(
    "face-degenerate",
    Phrase::new(
        "{count} 个面有两个相同的顶点位置，没有面积，已去除（首个：{first}）。",
        "{count} 個の面は 2 つの頂点が同じ位置にあり面積がないため、除きました（最初：{first}）。",
        "Faces left out because two corners are at one place and there is no area: {count} (first: {first}).",
    ),
);
pub(super) static BY_NORMALS: Cause = Cause::hint(
    "winding-by-normals",
    Phrase::new(
        "{count} 个数据包没有说明起始方向；按法线确定正面，材质为双面（首个：{first}）。",
        "{count} 個のパケットは開始の向きを示していません。法線で表を決め、材質は両面にしました（最初：{first}）。",
        "Packets that do not say which way they start: {count}. Their normals told the front, and the material is two-sided (first: {first}).",
    ),
);
pub(super) static WEIGHT_RANGE: Cause = Cause::hint(
    "envelope-weight-range",
    Phrase::new(
        "{count} 个顶点的封套权重超出 0 到 1，已截断（首个：{first}）。",
        "{count} 個の頂点のエンベロープのウェイトが 0〜1 の外にあるため、範囲に収めました（最初：{first}）。",
        "Vertices whose envelope weight lies outside 0 to 1, now clamped: {count} (first: {first}).",
    ),
);
pub(super) static INSIDE_OUT: Cause = Cause::hint(
    "inside-out-suggested",
    Phrase::new(
        "网格的有向体积为负：表面可能朝向内侧。如果看起来里外颠倒，请在重新导入时打开“里外翻转”。",
        "メッシュの符号付き体積が負です。面が内側を向いている可能性があります。裏返しに見える場合は「裏返す」を有効にして読み込み直してください。",
        "The mesh has a negative volume: its surface may point inward. If it looks turned inside out, import it again with the inside-out switch on.",
    ),
);
