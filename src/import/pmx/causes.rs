//! Everything an import may have to say, each cause once, in three languages.

use crate::base::text::Phrase;
use crate::import::report::Cause;

macro_rules! causes {
    ($($severity:ident $name:ident = $code:literal, $zh:literal, $ja:literal, $en:literal;)*) => {
        $(pub(super) static $name: Cause = Cause::$severity($code, Phrase::new($zh, $ja, $en));)*
    };
}

// Vertices (PMX-50..55, 58).
causes! {
    warning POSITION = "position-not-finite",
        "{count} 个顶点的位置不是有限数，已置为 0，使用它们的面已去除（首个：顶点 {first}）。",
        "{count} 個の頂点の位置が有限な数ではありません。0 とし、使っている面は除きました（最初：頂点 {first}）。",
        "Vertices whose position is not finite: {count}. It became 0, and the faces using it were left out (first: vertex {first}).";
    warning UV = "uv-not-finite",
        "{count} 个顶点的 UV 不是有限数，已置为 0（首个：顶点 {first}）。",
        "{count} 個の頂点の UV が有限な数ではありません。0 にしました（最初：頂点 {first}）。",
        "Vertices whose UV is not finite: {count}. It became 0 (first: vertex {first}).";
    warning EDGE_SCALE = "edge-scale-not-finite",
        "{count} 个顶点的轮廓倍率不是有限数，已置为 1（首个：顶点 {first}）。",
        "{count} 個の頂点のエッジ倍率が有限な数ではありません。1 にしました（最初：頂点 {first}）。",
        "Vertices whose outline factor is not finite: {count}. It became 1 (first: vertex {first}).";
    hint NORMAL = "normal-from-faces",
        "{count} 个顶点没有可用的法线，已由相邻面计算（首个：顶点 {first}）。",
        "{count} 個の頂点に使える法線がないため、周りの面から求めました（最初：頂点 {first}）。",
        "Vertices without a usable normal: {count}. It was taken from the faces around (first: vertex {first}).";
    warning WEIGHT_BONE = "weight-bone-missing",
        "{count} 个顶点把权重给了不存在的骨骼，该权重已去除（首个：顶点 {first}）。",
        "{count} 個の頂点のウェイトが存在しないボーンを指しています。そのウェイトは除きました（最初：頂点 {first}）。",
        "Vertices that give weight to a bone that does not exist: {count}. That weight was left out (first: vertex {first}).";
    hint WEIGHT_SUM = "weight-sum",
        "{count} 个顶点的权重之和不为 1，已归一化（首个：顶点 {first}）。",
        "{count} 個の頂点のウェイトの合計が 1 ではないため、正規化しました（最初：頂点 {first}）。",
        "Vertices whose weights do not sum to 1: {count}. The weights were normalised (first: vertex {first}).";
    warning WEIGHT_FALLBACK = "weight-fallback",
        "{count} 个顶点没有可用的权重，已绑定到最近的骨骼（首个：顶点 {first}）。",
        "{count} 個の頂点に使えるウェイトがないため、最も近いボーンに付けました（最初：頂点 {first}）。",
        "Vertices without a usable weight, now bound to the nearest bone: {count} (first: vertex {first}).";
    warning NO_BONES = "weight-no-bones",
        "模型没有骨骼：{count} 个顶点不跟随任何骨骼。",
        "モデルにボーンがありません。{count} 個の頂点はどのボーンにも従いません。",
        "The model has no bones. Vertices that follow none: {count}.";
    hint SDEF = "sdef-approximated",
        "{count} 个 SDEF 顶点按 BDEF2 近似；肘和膝弯曲时可能变细（首个：顶点 {first}）。",
        "SDEF の頂点 {count} 個を BDEF2 で近似しました。ひじやひざを曲げると細くなることがあります（最初：頂点 {first}）。",
        "SDEF vertices approximated by BDEF2: {count}. Elbows and knees may lose volume (first: vertex {first}).";
    hint QDEF = "qdef-approximated",
        "{count} 个 QDEF 顶点按线性混合近似（首个：顶点 {first}）。",
        "QDEF の頂点 {count} 個を線形ブレンドで近似しました（最初：頂点 {first}）。",
        "QDEF vertices approximated by linear blending: {count} (first: vertex {first}).";
}

// Faces (PMX-56, 57, 61).
causes! {
    warning FACE_RANGE = "face-index-range",
        "{count} 个面使用了不存在的顶点，已去除（首个：面 {first}）。",
        "{count} 個の面が存在しない頂点を使っているため、除きました（最初：面 {first}）。",
        "Faces left out because they use a vertex that does not exist: {count} (first: face {first}).";
    hint FACE_DEGENERATE = "face-degenerate",
        "{count} 个面两次使用同一顶点，没有面积，已去除（首个：面 {first}）。",
        "{count} 個の面は同じ頂点を重ねて使い面積がないため、除きました（最初：面 {first}）。",
        "Faces left out because they use a vertex twice and have no area: {count} (first: face {first}).";
    warning FACE_POSITION = "face-not-finite",
        "{count} 个面的顶点位置不是有限数，已去除（首个：面 {first}）。",
        "{count} 個の面の頂点位置が有限な数ではないため、除きました（最初：面 {first}）。",
        "Faces left out because the position of a corner is not finite: {count} (first: face {first}).";
    hint POINTS = "points-kept",
        "{count} 个点保留在源文件中，不导出（首个：面 {first}）。",
        "点 {count} 個は元のファイルに残し、書き出しません（最初：面 {first}）。",
        "Points that stay in the source and are not exported: {count} (first: face {first}).";
    hint LINES = "lines-kept",
        "{count} 条线保留在源文件中，不导出（首个：面 {first}）。",
        "線 {count} 本は元のファイルに残し、書き出しません（最初：面 {first}）。",
        "Lines that stay in the source and are not exported: {count} (first: face {first}).";
    warning FACE_UNOWNED = "face-unowned",
        "{count} 个面索引不属于任何材质，不绘制（从索引 {first} 起）。",
        "面のインデックス {count} 個はどの材質にも属さないため描画されません（インデックス {first} から）。",
        "Face indices that belong to no material and are not drawn: {count} (from index {first} on).";
    warning FACE_REMAINDER = "face-remainder",
        "{count} 个面索引不足以组成三角形，已忽略（首个：材质 {first}）。",
        "面のインデックス {count} 個は三角形に足りないため無視しました（最初：材質 {first}）。",
        "Face indices ignored because they do not make a whole triangle: {count} (first: material {first}).";
}

// Materials (PMX-62..66).
causes! {
    hint MATERIAL_EMPTY = "material-empty",
        "{count} 个材质没有面，保留在列表中（首个：{first}）。",
        "{count} 個の材質に面がありません。一覧には残します（最初：{first}）。",
        "Materials without faces, which stay in the list: {count} (first: {first}).";
    hint MATERIAL_HIDDEN = "material-hidden",
        "{count} 个材质完全透明，在表情使其显示之前隐藏（首个：{first}）。",
        "{count} 個の材質は完全に透明で、モーフで表示するまで隠れています（最初：{first}）。",
        "Materials that are fully transparent, hidden until a morph shows them: {count} (first: {first}).";
    warning MATERIAL_NUMBER = "material-not-finite",
        "{count} 个材质含有非有限数，已改为默认值（首个：{first}）。",
        "{count} 個の材質に有限でない数があったため、既定値にしました（最初：{first}）。",
        "Materials with a number that is not finite, which became the default: {count} (first: {first}).";
    hint MATERIAL_SPHERE = "sphere-not-exported",
        "{count} 个材质使用球面贴图，不导出（首个：{first}）。",
        "スフィアマップを使う材質 {count} 個：スフィアは書き出しません（最初：{first}）。",
        "Materials with a sphere map, which is not exported: {count} (first: {first}).";
    hint MATERIAL_TOON = "toon-not-exported",
        "{count} 个材质使用卡通渐变，不导出（首个：{first}）。",
        "トゥーンを使う材質 {count} 個：トゥーンは書き出しません（最初：{first}）。",
        "Materials with a toon ramp, which is not exported: {count} (first: {first}).";
    hint MATERIAL_OUTLINE = "outline-not-exported",
        "{count} 个材质带轮廓线，轮廓设置不导出（首个：{first}）。",
        "輪郭線のある材質 {count} 個：輪郭線の設定は書き出しません（最初：{first}）。",
        "Materials with an outline, whose settings are not exported: {count} (first: {first}).";
    hint MATERIAL_VERTEX_COLOR = "vertex-color-not-exported",
        "{count} 个材质使用顶点颜色，不导出（首个：{first}）。",
        "頂点カラーを使う材質 {count} 個：頂点カラーは書き出しません（最初：{first}）。",
        "Materials with vertex colours, which are not exported: {count} (first: {first}).";
}

// Bones (PMX-74, 75).
causes! {
    warning BONE_POSITION = "bone-position-not-finite",
        "{count} 根骨骼的位置不是有限数，已置为 0（首个：{first}）。",
        "{count} 本のボーンの位置が有限な数ではありません。0 にしました（最初：{first}）。",
        "Bones whose position is not finite: {count}. It became 0 (first: {first}).";
    warning BONE_PARENT = "bone-parent-range",
        "{count} 根骨骼的父骨骼不存在，已成为根骨骼（首个：{first}）。",
        "{count} 本のボーンの親が存在しないため、ルートにしました（最初：{first}）。",
        "Bones whose parent does not exist, now roots: {count} (first: {first}).";
    warning BONE_CYCLE = "bone-parent-cycle",
        "{count} 处骨骼父子关系成环，各环中序号最小的骨骼已成为根骨骼（首个：{first}）。",
        "ボーンの親子関係に循環が {count} か所あります。番号が最小のボーンをルートにしました（最初：{first}）。",
        "Circles among the parents of bones: {count}. The lowest bone of each became a root (first: {first}).";
    warning BONE_APPEND = "bone-append-unusable",
        "{count} 根骨骼的付与设置无效（指向自身、不存在的骨骼或比率无效），不起作用（首个：{first}）。",
        "{count} 本のボーンの付与が使えません（自分自身、存在しないボーン、または不正な付与率）。無視します（最初：{first}）。",
        "Bones that append from themselves, from no bone or by an unusable ratio, which has no effect: {count} (first: {first}).";
    hint BONE_IK = "ik-not-exported",
        "{count} 根 IK 骨骼：IK 只用于在 MMD 中摆姿势，不导出（首个：{first}）。",
        "IK ボーン {count} 本：IK は MMD でのポーズ用なので書き出しません（最初：{first}）。",
        "Bones with IK, which only serves posing in MMD and is not exported: {count} (first: {first}).";
}

// Morphs (PMX-77, 78, 82).
causes! {
    warning MORPH_RANGE = "morph-vertex-range",
        "{count} 个表情偏移指向不存在的顶点，已去除（首个：{first}）。",
        "モーフのオフセット {count} 個が存在しない頂点を指しているため、除きました（最初：{first}）。",
        "Morph offsets left out because they point at a vertex that does not exist: {count} (first: {first}).";
    warning MORPH_NUMBER = "morph-not-finite",
        "{count} 个表情偏移不是有限数，已去除（首个：{first}）。",
        "モーフのオフセット {count} 個が有限な数ではないため、除きました（最初：{first}）。",
        "Morph offsets left out because they are not finite: {count} (first: {first}).";
    warning GROUP_RANGE = "group-member-range",
        "{count} 个组合表情成员不存在，已忽略（首个：{first}）。",
        "グループモーフの要素 {count} 個が存在しないため、無視しました（最初：{first}）。",
        "Members of group morphs ignored because they do not exist: {count} (first: {first}).";
    warning GROUP_NESTED = "group-nested",
        "{count} 个组合表情成员本身也是组，格式不允许，已忽略（首个：{first}）。",
        "グループモーフの要素 {count} 個がグループです。形式上許されないため、無視しました（最初：{first}）。",
        "Members of group morphs ignored because they are groups themselves, which the format forbids: {count} (first: {first}).";
    hint MORPH_BONE = "bone-morphs-kept",
        "{count} 个骨骼表情保留，不导出（首个：{first}）。",
        "ボーンモーフ {count} 個は残し、書き出しません（最初：{first}）。",
        "Bone morphs that are kept and not exported: {count} (first: {first}).";
    hint MORPH_UV = "uv-morphs-kept",
        "{count} 个 UV 表情保留，不导出（首个：{first}）。",
        "UV モーフ {count} 個は残し、書き出しません（最初：{first}）。",
        "UV morphs that are kept and not exported: {count} (first: {first}).";
    hint MORPH_MATERIAL = "material-morphs-kept",
        "{count} 个材质表情保留，不导出（首个：{first}）。",
        "材質モーフ {count} 個は残し、書き出しません（最初：{first}）。",
        "Material morphs that are kept and not exported: {count} (first: {first}).";
    hint MORPH_FLIP = "flip-morphs-kept",
        "{count} 个翻转表情保留，不导出（首个：{first}）。",
        "フリップモーフ {count} 個は残し、書き出しません（最初：{first}）。",
        "Flip morphs that are kept and not exported: {count} (first: {first}).";
    hint MORPH_IMPULSE = "impulse-morphs-kept",
        "{count} 个冲量表情保留，不导出（首个：{first}）。",
        "インパルスモーフ {count} 個は残し、書き出しません（最初：{first}）。",
        "Impulse morphs that are kept and not exported: {count} (first: {first}).";
}

// What stays with the source (PMX-83).
causes! {
    hint FRAMES_KEPT = "frames-kept",
        "{count} 个显示框保留在源文件中，不导出。",
        "表示枠 {count} 個は元のファイルに残し、書き出しません。",
        "Display frames that stay in the source and are not exported: {count}.";
    hint BODIES_KEPT = "bodies-kept",
        "{count} 个刚体保留在源文件中，不导出。",
        "剛体 {count} 個は元のファイルに残し、書き出しません。",
        "Rigid bodies that stay in the source and are not exported: {count}.";
    hint JOINTS_KEPT = "joints-kept",
        "{count} 个关节保留在源文件中，不导出。",
        "ジョイント {count} 個は元のファイルに残し、書き出しません。",
        "Joints that stay in the source and are not exported: {count}.";
    hint SOFT_BODIES_KEPT = "soft-bodies-kept",
        "{count} 个软体保留在源文件中，不导出。",
        "ソフトボディ {count} 個は元のファイルに残し、書き出しません。",
        "Soft bodies that stay in the source and are not exported: {count}.";
    hint TAIL_KEPT = "tail-kept",
        "文件末尾的 {count} 字节含义不明，保留在源文件中。",
        "ファイル末尾の {count} バイトは意味が不明です。元のファイルに残します。",
        "Bytes without a known meaning at the end of the file, which stay in the source: {count}.";
}
