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
        "{count} vertices have a position that is not finite; it became 0 and the faces using it were left out (first: vertex {first}).";
    warning UV = "uv-not-finite",
        "{count} 个顶点的 UV 不是有限数，已置为 0（首个：顶点 {first}）。",
        "{count} 個の頂点の UV が有限な数ではありません。0 にしました（最初：頂点 {first}）。",
        "{count} vertices have a UV that is not finite; it became 0 (first: vertex {first}).";
    warning EDGE_SCALE = "edge-scale-not-finite",
        "{count} 个顶点的轮廓倍率不是有限数，已置为 1（首个：顶点 {first}）。",
        "{count} 個の頂点のエッジ倍率が有限な数ではありません。1 にしました（最初：頂点 {first}）。",
        "{count} vertices have an outline factor that is not finite; it became 1 (first: vertex {first}).";
    hint NORMAL = "normal-from-faces",
        "{count} 个顶点没有可用的法线，已由相邻面计算（首个：顶点 {first}）。",
        "{count} 個の頂点に使える法線がないため、周りの面から求めました（最初：頂点 {first}）。",
        "{count} vertices have no usable normal; it was taken from the faces around them (first: vertex {first}).";
    warning WEIGHT_BONE = "weight-bone-missing",
        "{count} 个顶点把权重给了不存在的骨骼，该权重已去除（首个：顶点 {first}）。",
        "{count} 個の頂点のウェイトが存在しないボーンを指しています。そのウェイトは除きました（最初：頂点 {first}）。",
        "{count} vertices give weight to a bone that does not exist; that weight was left out (first: vertex {first}).";
    hint WEIGHT_SUM = "weight-sum",
        "{count} 个顶点的权重之和不为 1，已归一化（首个：顶点 {first}）。",
        "{count} 個の頂点のウェイトの合計が 1 ではないため、正規化しました（最初：頂点 {first}）。",
        "The weights of {count} vertices do not sum to 1; they were normalised (first: vertex {first}).";
    warning WEIGHT_FALLBACK = "weight-fallback",
        "{count} 个顶点没有可用的权重，已绑定到最近的骨骼（首个：顶点 {first}）。",
        "{count} 個の頂点に使えるウェイトがないため、最も近いボーンに付けました（最初：頂点 {first}）。",
        "{count} vertices have no usable weight; they were bound to the nearest bone (first: vertex {first}).";
    warning NO_BONES = "weight-no-bones",
        "模型没有骨骼：{count} 个顶点不跟随任何骨骼。",
        "モデルにボーンがありません。{count} 個の頂点はどのボーンにも従いません。",
        "The model has no bones: {count} vertices follow none.";
    hint SDEF = "sdef-approximated",
        "{count} 个 SDEF 顶点按 BDEF2 近似；肘和膝弯曲时可能变细（首个：顶点 {first}）。",
        "SDEF の頂点 {count} 個を BDEF2 で近似しました。ひじやひざを曲げると細くなることがあります（最初：頂点 {first}）。",
        "{count} SDEF vertices are approximated; elbows and knees may lose volume (first: vertex {first}).";
    hint QDEF = "qdef-approximated",
        "{count} 个 QDEF 顶点按线性混合近似（首个：顶点 {first}）。",
        "QDEF の頂点 {count} 個を線形ブレンドで近似しました（最初：頂点 {first}）。",
        "{count} QDEF vertices are approximated by linear blending (first: vertex {first}).";
}

// Faces (PMX-56, 57, 61).
causes! {
    warning FACE_RANGE = "face-index-range",
        "{count} 个面使用了不存在的顶点，已去除（首个：面 {first}）。",
        "{count} 個の面が存在しない頂点を使っているため、除きました（最初：面 {first}）。",
        "{count} faces use a vertex that does not exist and were left out (first: face {first}).";
    hint FACE_DEGENERATE = "face-degenerate",
        "{count} 个面两次使用同一顶点，没有面积，已去除（首个：面 {first}）。",
        "{count} 個の面は同じ頂点を重ねて使い面積がないため、除きました（最初：面 {first}）。",
        "{count} faces use a vertex twice, have no area and were left out (first: face {first}).";
    warning FACE_POSITION = "face-not-finite",
        "{count} 个面的顶点位置不是有限数，已去除（首个：面 {first}）。",
        "{count} 個の面の頂点位置が有限な数ではないため、除きました（最初：面 {first}）。",
        "{count} faces have a corner whose position is not finite and were left out (first: face {first}).";
    hint POINTS = "points-kept",
        "{count} 个点保留在源文件中，不导出（首个：面 {first}）。",
        "点 {count} 個は元のファイルに残し、書き出しません（最初：面 {first}）。",
        "{count} points stay in the source and are not exported (first: face {first}).";
    hint LINES = "lines-kept",
        "{count} 条线保留在源文件中，不导出（首个：面 {first}）。",
        "線 {count} 本は元のファイルに残し、書き出しません（最初：面 {first}）。",
        "{count} lines stay in the source and are not exported (first: face {first}).";
    warning FACE_UNOWNED = "face-unowned",
        "{count} 个面索引不属于任何材质，不绘制（从索引 {first} 起）。",
        "面のインデックス {count} 個はどの材質にも属さないため描画されません（インデックス {first} から）。",
        "{count} face indexes belong to no material and are not drawn (from index {first} on).";
    warning FACE_REMAINDER = "face-remainder",
        "{count} 个面索引不足以组成三角形，已忽略（首个：材质 {first}）。",
        "面のインデックス {count} 個は三角形に足りないため無視しました（最初：材質 {first}）。",
        "{count} face indexes do not make a whole triangle and were ignored (first: material {first}).";
}

// Materials (PMX-62..66).
causes! {
    hint MATERIAL_EMPTY = "material-empty",
        "{count} 个材质没有面，保留在列表中（首个：{first}）。",
        "{count} 個の材質に面がありません。一覧には残します（最初：{first}）。",
        "{count} materials have no faces; they stay in the list (first: {first}).";
    hint MATERIAL_HIDDEN = "material-hidden",
        "{count} 个材质完全透明，在表情使其显示之前隐藏（首个：{first}）。",
        "{count} 個の材質は完全に透明で、モーフで表示するまで隠れています（最初：{first}）。",
        "{count} materials are fully transparent: hidden until a morph shows them (first: {first}).";
    warning MATERIAL_NUMBER = "material-not-finite",
        "{count} 个材质含有非有限数，已改为默认值（首个：{first}）。",
        "{count} 個の材質に有限でない数があったため、既定値にしました（最初：{first}）。",
        "{count} materials hold a number that is not finite; it became the default (first: {first}).";
    hint MATERIAL_SPHERE = "sphere-not-exported",
        "{count} 个材质使用球面贴图，不导出（首个：{first}）。",
        "スフィアマップを使う材質 {count} 個：スフィアは書き出しません（最初：{first}）。",
        "{count} materials have a sphere map, which is not exported (first: {first}).";
    hint MATERIAL_TOON = "toon-not-exported",
        "{count} 个材质使用卡通渐变，不导出（首个：{first}）。",
        "トゥーンを使う材質 {count} 個：トゥーンは書き出しません（最初：{first}）。",
        "{count} materials have a toon ramp, which is not exported (first: {first}).";
    hint MATERIAL_OUTLINE = "outline-not-exported",
        "{count} 个材质带轮廓线，轮廓设置不导出（首个：{first}）。",
        "輪郭線のある材質 {count} 個：輪郭線の設定は書き出しません（最初：{first}）。",
        "{count} materials have an outline, whose settings are not exported (first: {first}).";
    hint MATERIAL_VERTEX_COLOR = "vertex-color-not-exported",
        "{count} 个材质使用顶点颜色，不导出（首个：{first}）。",
        "頂点カラーを使う材質 {count} 個：頂点カラーは書き出しません（最初：{first}）。",
        "{count} materials use vertex colours, which are not exported (first: {first}).";
}

// Bones (PMX-74, 75).
causes! {
    warning BONE_POSITION = "bone-position-not-finite",
        "{count} 个骨骼的位置不是有限数，已置为 0（首个：{first}）。",
        "{count} 本のボーンの位置が有限な数ではありません。0 にしました（最初：{first}）。",
        "{count} bones have a position that is not finite; it became 0 (first: {first}).";
    warning BONE_PARENT = "bone-parent-range",
        "{count} 个骨骼的父骨骼不存在，已成为根骨骼（首个：{first}）。",
        "{count} 本のボーンの親が存在しないため、ルートにしました（最初：{first}）。",
        "{count} bones have a parent that does not exist; they became roots (first: {first}).";
    warning BONE_CYCLE = "bone-parent-cycle",
        "{count} 处骨骼父子关系成环，各环中序号最小的骨骼已成为根骨骼（首个：{first}）。",
        "ボーンの親子関係に循環が {count} か所あります。番号が最小のボーンをルートにしました（最初：{first}）。",
        "The parents of bones form {count} circles; the lowest bone of each became a root (first: {first}).";
    warning BONE_APPEND = "bone-append-unusable",
        "{count} 个骨骼的付与设置无效（指向自身、不存在的骨骼或比率无效），不起作用（首个：{first}）。",
        "{count} 本のボーンの付与が使えません（自分自身、存在しないボーン、または不正な付与率）。無視します（最初：{first}）。",
        "{count} bones append from themselves, from no bone or by an unusable ratio; that has no effect (first: {first}).";
    hint BONE_IK = "ik-not-exported",
        "{count} 个 IK 骨骼：IK 只用于 MMD 中摆姿势，不导出（首个：{first}）。",
        "IK ボーン {count} 本：IK は MMD でのポーズ用なので書き出しません（最初：{first}）。",
        "{count} bones have IK, which only serves posing in MMD and is not exported (first: {first}).";
}

// Morphs (PMX-77, 78, 82).
causes! {
    warning MORPH_RANGE = "morph-vertex-range",
        "{count} 个表情偏移指向不存在的顶点，已去除（首个：{first}）。",
        "モーフのオフセット {count} 個が存在しない頂点を指しているため、除きました（最初：{first}）。",
        "{count} morph offsets point at a vertex that does not exist and were left out (first: {first}).";
    warning MORPH_NUMBER = "morph-not-finite",
        "{count} 个表情偏移不是有限数，已去除（首个：{first}）。",
        "モーフのオフセット {count} 個が有限な数ではないため、除きました（最初：{first}）。",
        "{count} morph offsets are not finite and were left out (first: {first}).";
    warning GROUP_RANGE = "group-member-range",
        "{count} 个组表情成员不存在，已忽略（首个：{first}）。",
        "グループモーフの要素 {count} 個が存在しないため、無視しました（最初：{first}）。",
        "{count} members of group morphs do not exist and were ignored (first: {first}).";
    warning GROUP_NESTED = "group-nested",
        "{count} 个组表情成员本身也是组，格式不允许，已忽略（首个：{first}）。",
        "グループモーフの要素 {count} 個がグループです。形式上許されないため、無視しました（最初：{first}）。",
        "{count} members of group morphs are groups themselves, which the format forbids; they were ignored (first: {first}).";
    hint MORPH_BONE = "bone-morphs-kept",
        "{count} 个骨骼表情保留，不导出（首个：{first}）。",
        "ボーンモーフ {count} 個は残し、書き出しません（最初：{first}）。",
        "{count} bone morphs are kept and not exported (first: {first}).";
    hint MORPH_UV = "uv-morphs-kept",
        "{count} 个 UV 表情保留，不导出（首个：{first}）。",
        "UV モーフ {count} 個は残し、書き出しません（最初：{first}）。",
        "{count} UV morphs are kept and not exported (first: {first}).";
    hint MORPH_MATERIAL = "material-morphs-kept",
        "{count} 个材质表情保留，不导出（首个：{first}）。",
        "材質モーフ {count} 個は残し、書き出しません（最初：{first}）。",
        "{count} material morphs are kept and not exported (first: {first}).";
    hint MORPH_FLIP = "flip-morphs-kept",
        "{count} 个翻转表情保留，不导出（首个：{first}）。",
        "フリップモーフ {count} 個は残し、書き出しません（最初：{first}）。",
        "{count} flip morphs are kept and not exported (first: {first}).";
    hint MORPH_IMPULSE = "impulse-morphs-kept",
        "{count} 个冲量表情保留，不导出（首个：{first}）。",
        "インパルスモーフ {count} 個は残し、書き出しません（最初：{first}）。",
        "{count} impulse morphs are kept and not exported (first: {first}).";
}

// What stays with the source (PMX-83).
causes! {
    hint FRAMES_KEPT = "frames-kept",
        "{count} 个显示枠保留在源文件中，不导出。",
        "表示枠 {count} 個は元のファイルに残し、書き出しません。",
        "{count} display frames stay in the source and are not exported.";
    hint BODIES_KEPT = "bodies-kept",
        "{count} 个刚体保留在源文件中，不导出。",
        "剛体 {count} 個は元のファイルに残し、書き出しません。",
        "{count} rigid bodies stay in the source and are not exported.";
    hint JOINTS_KEPT = "joints-kept",
        "{count} 个关节保留在源文件中，不导出。",
        "ジョイント {count} 個は元のファイルに残し、書き出しません。",
        "{count} joints stay in the source and are not exported.";
    hint SOFT_BODIES_KEPT = "soft-bodies-kept",
        "{count} 个软体保留在源文件中，不导出。",
        "ソフトボディ {count} 個は元のファイルに残し、書き出しません。",
        "{count} soft bodies stay in the source and are not exported.";
    hint TAIL_KEPT = "tail-kept",
        "文件末尾的 {count} 字节含义不明，保留在源文件中。",
        "ファイル末尾の {count} バイトは意味が不明です。元のファイルに残します。",
        "{count} bytes at the end of the file have no known meaning; they stay in the source.";
}
