//! What the proofs say to people, in the three languages. Arguments: `{subject}`, `{n}` of `{total}` selections,
//! `{example}`, `{value}` and `{limit}`.

use crate::base::text::Phrase;

macro_rules! phrase {
    ($name:ident, $zh:literal, $ja:literal, $en:literal) => {
        pub(super) static $name: Phrase = Phrase::new($zh, $ja, $en);
    };
}

phrase!(
    UNREACHABLE,
    "没有任何选择能满足全部约束条件，因此这个包永远无法使用。",
    "すべての制約を満たす選択が一つもないため、このパッケージは使えません。",
    "No selection satisfies all constraints, so the package can never be used."
);
phrase!(
    DEFAULT_ILLEGAL,
    "默认选择不满足第 {constraints} 条约束。",
    "既定の選択が制約 {constraints} を満たしていません。",
    "The default selection breaks constraint {constraints}."
);
phrase!(
    OVERLAP,
    "“{subject}”在 {total} 种选择中有 {n} 种同时命中多条规则，例如 {example}。",
    "「{subject}」は {total} 通りの選択のうち {n} 通りで複数の規則が同時に当てはまります。例: {example}。",
    "{subject}: several rules apply together in {n} of {total} selections, for example {example}."
);
phrase!(
    OVERLAP_DEFAULT,
    "“{subject}”在 {total} 种选择中有 {n} 种同时命中多条规则，默认选择就是其中之一。",
    "「{subject}」は {total} 通りの選択のうち {n} 通りで複数の規則が同時に当てはまります。既定の選択もその一つです。",
    "{subject}: several rules apply together in {n} of {total} selections, the defaults among them."
);
phrase!(
    GAP,
    "“{subject}”在 {total} 种选择中有 {n} 种没有规则命中，例如 {example}。",
    "「{subject}」は {total} 通りの選択のうち {n} 通りで当てはまる規則がありません。例: {example}。",
    "{subject}: no rule applies in {n} of {total} selections, for example {example}."
);
phrase!(
    GAP_DEFAULT,
    "“{subject}”在 {total} 种选择中有 {n} 种没有规则命中，默认选择就是其中之一。",
    "「{subject}」は {total} 通りの選択のうち {n} 通りで当てはまる規則がありません。既定の選択もその一つです。",
    "{subject}: no rule applies in {n} of {total} selections, the defaults among them."
);
phrase!(
    NO_DRAW,
    "“{subject}”被替换后在 {total} 种选择中有 {n} 种没有任何绘制段，例如 {example}。",
    "「{subject}」は置き換えられますが、{total} 通りの選択のうち {n} 通りで描画区分が一つもありません。例: {example}。",
    "{subject} is replaced, but no piece of the mesh is drawn in {n} of {total} selections, for example {example}."
);
phrase!(
    NO_DRAW_DEFAULT,
    "“{subject}”被替换后在 {total} 种选择中有 {n} 种没有任何绘制段，默认选择就是其中之一。",
    "「{subject}」は置き換えられますが、{total} 通りの選択のうち {n} 通りで描画区分が一つもありません。既定の選択もその一つです。",
    "{subject} is replaced, but no piece of the mesh is drawn in {n} of {total} selections, the defaults among them."
);
phrase!(
    OVER_DRAWS,
    "“{subject}”最多同时启用 {value} 个绘制段，上限为 {limit}，例如 {example}。",
    "「{subject}」は同時に最大 {value} 個の描画区分を使いますが、上限は {limit} です。例: {example}。",
    "{subject} draws up to {value} pieces at once, at most {limit} are allowed, for example {example}."
);
phrase!(
    OVER_INDICES,
    "“{subject}”最多同时启用 {value} 个索引，上限为 {limit}，例如 {example}。",
    "「{subject}」は同時に最大 {value} 個のインデックスを使いますが、上限は {limit} です。例: {example}。",
    "{subject} draws up to {value} indices at once, at most {limit} are allowed, for example {example}."
);
phrase!(
    OVER_TEXTURES,
    "最多同时使用 {value} 张贴图，上限为 {limit}，例如 {example}。",
    "同時に最大 {value} 枚のテクスチャを使いますが、上限は {limit} です。例: {example}。",
    "Up to {value} textures are used at once, at most {limit} are allowed, for example {example}."
);
phrase!(
    OVER_DECODED,
    "一种选择最多需要解码 {value} 的数据，上限为 {limit}，例如 {example}。",
    "一つの選択で最大 {value} のデータが展開されますが、上限は {limit} です。例: {example}。",
    "One selection decodes up to {value}, at most {limit} are allowed, for example {example}."
);
phrase!(
    OVER_RESIDENT,
    "一种选择最多常驻 {value} 的数据，上限为 {limit}，例如 {example}。",
    "一つの選択で最大 {value} のデータが常駐しますが、上限は {limit} です。例: {example}。",
    "One selection keeps up to {value} resident, at most {limit} are allowed, for example {example}."
);
phrase!(
    OVER_SOUNDS,
    "一种选择的数据加上全部声音（{sounds}）最多解码 {value}，上限为 {limit}。",
    "一つの選択のデータとすべての音声（{sounds}）を合わせると最大 {value} が展開されますが、上限は {limit} です。",
    "Together with all sounds ({sounds}) one selection decodes up to {value}, at most {limit} are allowed."
);
phrase!(
    OPEN_LIMIT,
    "尚未证明：最大值在 {lower} 与 {value} 之间，上限为 {limit}。",
    "まだ証明できていません。最大値は {lower} から {value} の間で、上限は {limit} です。",
    "Not proved yet: the maximum lies between {lower} and {value}, at most {limit} are allowed."
);
phrase!(
    APPEARANCE_TEXTURES,
    "外观“{appearance}”使用 {value} 张贴图，上限为 {limit}。",
    "外観「{appearance}」は {value} 枚のテクスチャを使いますが、上限は {limit} です。",
    "The appearance {appearance} uses {value} textures, at most {limit} are allowed."
);
phrase!(
    APPEARANCE_BYTES,
    "外观“{appearance}”常驻 {value} 的数据，上限为 {limit}。",
    "外観「{appearance}」は {value} のデータが常駐しますが、上限は {limit} です。",
    "The appearance {appearance} keeps {value} resident, at most {limit} are allowed."
);
phrase!(
    MANY_NODES,
    "条件组合过于复杂：检查需要 {value} 个节点，上限为 {limit}。通常把相关的选项组排在一起就能减少。",
    "条件の組み合わせが複雑すぎます。検査に {value} 個のノードが必要ですが、上限は {limit} です。関係するグループを隣り合わせに並べると減ることがあります。",
    "The conditions are too entangled: checking them takes {value} nodes, at most {limit} are allowed. Placing related groups next to each other often helps."
);
phrase!(
    MANY_STATES,
    "统计选择数量需要 {value} 个状态，上限为 {limit}。",
    "選択の数え上げに {value} 個の状態が必要ですが、上限は {limit} です。",
    "Counting the selections takes {value} states, at most {limit} are allowed."
);
phrase!(
    BOUND_OVER,
    "此包符合格式，但已发布的制作工具会放弃精确计算，改用总和 {value}（上限 {limit}）并拒绝它。请简化或重新排列这些选项组：{groups}。",
    "形式上は有効ですが、公開されている作成ツールは正確な計算をあきらめ、合計 {value}（上限 {limit}）で拒否します。次のグループを簡単にするか並べ替えてください: {groups}。",
    "Valid by the format, but the published creator tool gives up the exact number, takes the sum {value} (at most {limit}) and refuses. Simplify or reorder these groups: {groups}."
);
phrase!(
    NEAR_EFFORT,
    "检查已用掉一半以上的额度：{value}，上限为 {limit}。",
    "検査が上限の半分を超えています。{value}、上限は {limit} です。",
    "Checking takes more than half of what is allowed: {value} of {limit}."
);
phrase!(
    MANY_PACKAGE_DRAWS,
    "整个包有时同时启用 {value} 个绘制段，超过 {limit} 个；每个部件各自合规，但较严格的解读会拒绝，例如 {example}。",
    "パッケージ全体で同時に {value} 個の描画区分が使われることがあり、{limit} 個を超えます。部品ごとには問題ありませんが、厳しい読み方では拒否されます。例: {example}。",
    "The whole package draws up to {value} pieces at once, more than {limit}. Each part by itself is fine, but a strict reading refuses it, for example {example}."
);
phrase!(
    MANY_TEXTURE_BYTES,
    "有时同时使用 {value} 的贴图，超过约 {limit}，性能较弱的设备可能吃力，例如 {example}。",
    "同時に {value} のテクスチャが使われることがあり、目安の {limit} を超えます。性能の低い端末では重くなります。例: {example}。",
    "Up to {value} of textures are in use at once, more than about {limit}; weaker devices may struggle, for example {example}."
);
phrase!(
    GROUP_NEVER,
    "选项组“{name}”永远不会出现：没有任何选择能满足它的出现条件。",
    "グループ「{name}」は決して現れません。表示条件を満たす選択がありません。",
    "The group {name} never appears: no selection satisfies its condition."
);
phrase!(
    CHOICE_NEVER,
    "选项“{name}”永远无法选中：约束条件总是排除它。",
    "選択肢「{name}」は選べません。制約がいつも除外します。",
    "{name} can never be chosen: the constraints always exclude it."
);
phrase!(
    CHOICE_SAME,
    "选择“{name}”或“{other}”没有任何区别。",
    "「{name}」を選んでも「{other}」を選んでも何も変わりません。",
    "Choosing {name} or {other} makes no difference."
);
phrase!(
    CANDIDATE_NEVER,
    "“{name}”有一条规则永远不会命中。",
    "「{name}」の規則の一つは決して当てはまりません。",
    "A rule of {name} never applies."
);
phrase!(
    DRAW_NEVER,
    "绘制段 {name} 永远不会显示：没有任何选择能满足它的条件。",
    "描画区分 {name} は決して表示されません。条件を満たす選択がありません。",
    "Piece {name} is never shown: no selection satisfies its condition."
);
phrase!(
    SLOT_CANDIDATE_NEVER,
    "贴图槽“{name}”有一个候选永远不会用到。",
    "テクスチャ枠「{name}」の候補の一つは決して使われません。",
    "A candidate of the texture slot {name} is never used."
);
phrase!(
    CONDITION_ALWAYS,
    "“{name}”的条件总是成立，可以去掉。",
    "「{name}」の条件は常に成り立つため、省略できます。",
    "The condition of {name} always holds and can be left out."
);
phrase!(
    CONSTRAINT_IDLE,
    "第 {name} 条约束不起作用：它禁止的选择已被其他约束排除。",
    "制約 {name} は効果がありません。禁じる選択は他の制約がすでに除外しています。",
    "Constraint {name} has no effect: what it forbids the others exclude already."
);
phrase!(
    REPAIR_FIRST_WINS,
    "以第一条为准",
    "最初の規則を優先する",
    "Let the first rule win"
);
phrase!(
    REPAIR_SWAP_ORDER,
    "交换顺序：以另一条为准",
    "順序を入れ替え、もう一方の規則を優先する",
    "Swap the order: let the other rule win"
);
phrase!(
    REPAIR_ELSE_KEEP,
    "添加“否则保留原模型”",
    "「それ以外は元のまま」を追加する",
    "Add \u{201c}otherwise keep the original\u{201d}"
);
phrase!(
    REPAIR_FORBID,
    "禁止出问题的组合（{n} 个，例如 {example}）",
    "問題の組み合わせを禁止する（{n} 件、例: {example}）",
    "Forbid the combinations that fail ({n}, for example {example})"
);
phrase!(REPAIR_REMOVE, "移除", "取り除く", "Remove it");
