//! Why one selection cannot be planned.

use crate::base::text::{Message, Phrase};

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// A constraint does not hold: the combination is not one the author lets people choose.
    #[error("unreachable option combination: constraint {constraint_idx} does not hold")]
    Unreachable {
        /// Index of the first constraint that does not hold.
        constraint_idx: usize,
    },
    /// A component has no true candidate, or several (OPT-17).
    #[error("component {component_idx} needs exactly one true candidate and has {n_true}")]
    Candidates {
        /// The component.
        component_idx: usize,
        /// True candidates.
        n_true: usize,
    },
    /// A texture slot has no true candidate, or several (SLOT-04).
    #[error("texture slot {slot_idx} needs exactly one true candidate and has {n_true}")]
    SlotCandidates {
        /// The slot.
        slot_idx: usize,
        /// True candidates.
        n_true: usize,
    },
    /// The mesh of a replaced component has no true draw (OPT-18).
    #[error("mesh {mesh} of component {component_idx} has no true draw")]
    NoDraw {
        /// The component.
        component_idx: usize,
        /// The mesh.
        mesh: u32,
    },
    /// A name or index leads nowhere, so the structural rules (stage M) do not hold.
    #[error("{pointer}: this leads nowhere")]
    Unresolved {
        /// JSON pointer of the place.
        pointer: String,
    },
}

static UNREACHABLE: Phrase = Phrase::new(
    "这种选项组合不满足第 {constraint} 条约束，无法选用。",
    "この選び方は制約 {constraint} を満たさないため、選べません。",
    "This combination cannot be chosen: constraint {constraint} does not hold.",
);
static CANDIDATES: Phrase = Phrase::new(
    "部件 {component} 在此选择下有 {n} 个候选成立，必须恰好一个。",
    "この選択ではパーツ {component} の候補が {n} 個成り立ちます。ちょうど一つでなければなりません。",
    "In this selection {n} candidates of component {component} hold; exactly one must.",
);
static SLOT_CANDIDATES: Phrase = Phrase::new(
    "贴图槽 {slot} 在此选择下有 {n} 个候选成立，必须恰好一个。",
    "この選択ではテクスチャスロット {slot} の候補が {n} 個成り立ちます。ちょうど一つでなければなりません。",
    "In this selection {n} candidates of texture slot {slot} hold; exactly one must.",
);
static NO_DRAW: Phrase = Phrase::new(
    "部件 {component} 的替换网格 {mesh} 在此选择下没有任何绘制段。",
    "この選択ではパーツ {component} の置き換えメッシュ {mesh} に描画区分が一つも残りません。",
    "In this selection the mesh {mesh} that replaces component {component} has no draw.",
);
static UNRESOLVED: Phrase = Phrase::new(
    "清单中的 {pointer} 指向不存在的内容。",
    "マニフェストの {pointer} が存在しないものを指しています。",
    "{pointer} of the manifest points at something that does not exist.",
);

impl PlanError {
    /// The sentence for people; numbers count from 0 as in the manifest.
    pub fn message(&self) -> Message {
        match self {
            Self::Unreachable { constraint_idx } => {
                Message::new(&UNREACHABLE).with("constraint", constraint_idx)
            }
            Self::Candidates {
                component_idx,
                n_true,
            } => Message::new(&CANDIDATES)
                .with("component", component_idx)
                .with("n", n_true),
            Self::SlotCandidates { slot_idx, n_true } => Message::new(&SLOT_CANDIDATES)
                .with("slot", slot_idx)
                .with("n", n_true),
            Self::NoDraw {
                component_idx,
                mesh,
            } => Message::new(&NO_DRAW)
                .with("component", component_idx)
                .with("mesh", mesh),
            Self::Unresolved { pointer } => Message::new(&UNRESOLVED).with("pointer", pointer),
        }
    }
}
