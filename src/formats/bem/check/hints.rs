//! Advice that blocks nothing (bem.md appendix A), as far as the manifest, the payloads or a proof show it.
//!
//! HINT-01, 02, 05 and 06 stand beside the rules they belong to. HINT-14 and HINT-20 need a target profile.

use crate::base::findings::{Finding, Place, Severity};
use crate::base::limits::MIB;
use crate::base::text::{Message, Phrase, bytes, grouped};
use crate::formats::bem::manifest::{Manifest, TargetStructure};

/// Texture bytes active at once from which phones suffer (HINT-07).
const MANY_TEXTURE_BYTES: u64 = 400 * MIB;
/// Draws active at once over the whole package, read strictly (HINT-04).
const MANY_DRAWS: u64 = 256;

static DRAWS_AT_ONCE: Phrase = Phrase::new(
    "整个包最多同时启用 {value} 个绘制段；按最严格的理解上限为 {limit}。",
    "パッケージ全体で同時に最大 {value} 個の描画区分を使います。最も厳しく読めば上限は {limit} です。",
    "Up to {value} draws are active at once over the whole package; read most strictly, {limit} are allowed.",
);
static TEXTURES_AT_ONCE: Phrase = Phrase::new(
    "最多同时使用 {value} 的贴图，超过约 {limit} 时手机可能吃力。",
    "同時に最大 {value} のテクスチャを使います。約 {limit} を超えるとスマートフォンには重いでしょう。",
    "Up to {value} of textures are active at once; beyond about {limit} phones may struggle.",
);
static BUDGET: Phrase = Phrase::new(
    "分析用掉了 {limit} 预算中的 {value}；选项再复杂一些就可能无法证明。",
    "解析で予算 {limit} のうち {value} を使いました。これ以上複雑になると証明できないかもしれません。",
    "The analysis used {value} of its budget of {limit}; a little more complexity may not be provable.",
);
static UNSTEADY: Phrase = Phrase::new(
    "驱动器“{driver}”的第 {binding} 个绑定所指的材质位 {slot} 在不同选择中是不同的绘制段。",
    "ドライバー「{driver}」の割り当て {binding} が指す材質スロット {slot} は、選択によって別の描画区分になります。",
    "Binding {binding} of the driver {driver} points at material slot {slot}, which is another draw in other selections.",
);
static SOMETIMES_NONE: Phrase = Phrase::new(
    "驱动器“{driver}”的第 {binding} 个绑定所指的材质位 {slot} 在某些选择中不存在。",
    "ドライバー「{driver}」の割り当て {binding} が指す材質スロット {slot} は、選択によっては存在しません。",
    "Binding {binding} of the driver {driver} points at material slot {slot}, which some selections do not have.",
);
static ID_CHANGED: Phrase = Phrase::new(
    "“{key}”从“{old}”变成了“{value}”；玩家保存的设置会丢失，新旧版本会被当成两个包。",
    "「{key}」が「{old}」から「{value}」に変わりました。プレイヤーの設定は失われ、別のパッケージとして扱われます。",
    "“{key}” changed from “{old}” to “{value}”; players lose their settings, and old and new count as two packages.",
);

/// What a proof over all selections knows that hints tell. Unknown values are `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProofFacts {
    /// Most draws active at once over the whole package.
    pub draws_at_once: Option<u64>,
    /// Most texture bytes active at once.
    pub texture_bytes_at_once: Option<u64>,
    /// Budget used and budget allowed, of the one that is nearest to its end.
    pub budget: Option<(u64, u64)>,
    /// Material bindings whose slot is not the same draw in all selections.
    pub unsteady_bindings: Vec<UnsteadyBinding>,
}

/// A material binding of a driver whose slot changes its meaning with the selection (HINT-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnsteadyBinding {
    /// Index into the drivers.
    pub driver: usize,
    /// Index into its bindings.
    pub binding: usize,
    /// The slot it names.
    pub slot: u32,
    /// Whether some selection has no such slot, rather than another draw in it.
    pub is_sometimes_missing: bool,
}

/// The hints a proof allows (HINT-04, 07, 10, 11).
pub fn proof_hints(manifest: &Manifest, facts: &ProofFacts) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut add = |id: &'static str, place: Place, message: Message| {
        found.push(Finding::new(id, Severity::Hint, place, message));
    };
    if let Some(n) = facts.draws_at_once.filter(|n| *n > MANY_DRAWS) {
        let message = Message::new(&DRAWS_AT_ONCE)
            .with("value", n)
            .with("limit", MANY_DRAWS);
        add("HINT-04", Place::Whole, message);
    }
    if let Some(size) = facts.texture_bytes_at_once
        && size > MANY_TEXTURE_BYTES
    {
        let message = Message::new(&TEXTURES_AT_ONCE)
            .with("value", bytes(size))
            .with("limit", bytes(MANY_TEXTURE_BYTES));
        add("HINT-07", Place::Whole, message);
    }
    for entry in &facts.unsteady_bindings {
        let driver = manifest.drivers.get(entry.driver);
        let phrase = if entry.is_sometimes_missing {
            &SOMETIMES_NONE
        } else {
            &UNSTEADY
        };
        let message = Message::new(phrase)
            .with("driver", driver.map_or("", |driver| driver.shown_name()))
            .with("binding", entry.binding)
            .with("slot", entry.slot);
        let pointer = format!("/drivers/{}/bindings/{}", entry.driver, entry.binding);
        add("HINT-10", Place::Pointer(pointer), message);
    }
    if let Some((used, allowed)) = facts.budget
        && used > allowed / 2
    {
        let message = Message::new(&BUDGET)
            .with("value", grouped(used))
            .with("limit", grouped(allowed));
        add("HINT-11", Place::Whole, message);
    }
    found
}

/// HINT-18: identity that changed between the package opened and the one to be written.
pub fn identity_hints(opened: &Manifest, new: &Manifest) -> Vec<Finding> {
    let target = |manifest: &Manifest| match &manifest.target.structure {
        TargetStructure::Explicit { kind, id, .. } => Some((kind.clone(), id.clone())),
        TargetStructure::Legacy { .. } => None,
    };
    let mut pairs = vec![(
        "package_id",
        "/package_id",
        opened.package_id.clone(),
        new.package_id.clone(),
    )];
    if let (Some((old_kind, old_id)), Some((kind, id))) = (target(opened), target(new)) {
        pairs.push(("target.kind", "/target/kind", old_kind, kind));
        pairs.push(("target.id", "/target/id", old_id, id));
    }
    let changed = pairs.into_iter().filter(|(_, _, old, new)| old != new);
    changed
        .map(|(key, pointer, old, new)| {
            let message = Message::new(&ID_CHANGED)
                .with("key", key)
                .with("old", old)
                .with("value", new);
            let place = Place::Pointer(pointer.to_owned());
            Finding::new("HINT-18", Severity::Hint, place, message)
        })
        .collect()
}
