//! `plan`: what one selection of a package comes to (bem.md 18.6): operations, draws, slots, textures, sliders, bytes.

use crate::base::cancel::Cancel;
use crate::base::findings::Finding;
use crate::base::numbers::usize_of;
use crate::base::text::{self, Language, Message, Phrase};
use crate::formats::bem::manifest::Manifest;
use crate::runtime::plan::{Budget, KeptMaterial, Outcome, Plan, PlannedDraw, plan};
use crate::runtime::saved::{SavedTexts, parse_selection};
use crate::runtime::selection::Selection;
use crate::session::answer::{Answer, members};
use crate::session::loading::{self, Tolerance};
use crate::session::release::Failure;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

static BAD_SELECTION: Phrase = Phrase::new(
    "{path} 没有这样的选择。",
    "{path} にこの選択はできません。",
    "{path} has no such selection.",
);
static HEAD: Phrase = Phrase::new(
    "{path}：{options}",
    "{path}：{options}",
    "{path}: {options}",
);
static DEFAULTS: Phrase = Phrase::new("全部默认", "すべて既定", "all defaults");
static HIDDEN_GROUP: Phrase = Phrase::new(
    "  选项组“{group}”在此选择下不存在，保存的“{choice}”不起作用。",
    "  オプション群「{group}」はこの選択では存在せず、保存された「{choice}」は効きません。",
    "  the option group {group} does not exist in this selection; its saved {choice} has no effect",
);
static KEEP: Phrase = Phrase::new(
    "  部件 {id} {name}：保留",
    "  パーツ {id} {name}：そのまま",
    "  component {id} {name}: keep",
);
static HIDE: Phrase = Phrase::new(
    "  部件 {id} {name}：隐藏",
    "  パーツ {id} {name}：隠す",
    "  component {id} {name}: hide",
);
static REPLACE: Phrase = Phrase::new(
    "  部件 {id} {name}：替换为网格 {mesh}，{n} 个绘制段，{indices} 个索引",
    "  パーツ {id} {name}：メッシュ {mesh} に置き換え、描画区分 {n} 個、インデックス {indices} 個",
    "  component {id} {name}: replaced by mesh {mesh}, draws: {n}, indices: {indices}",
);
static DRAW: Phrase = Phrase::new(
    "    绘制段 {draw}：从 {start} 起 {count} 个索引，材质 {material}，贴图 {textures}",
    "    描画区分 {draw}：{start} から {count} 個、材質 {material}、テクスチャ {textures}",
    "    draw {draw}: {count} indices from {start}, material {material}, textures {textures}",
);
static KEPT: Phrase = Phrase::new(
    "    材质 {material}：贴图 {textures}",
    "    材質 {material}：テクスチャ {textures}",
    "    material {material}: textures {textures}",
);
static SLOT: Phrase = Phrase::new(
    "  贴图槽 {slot}：{texture}",
    "  テクスチャスロット {slot}：{texture}",
    "  texture slot {slot}: {texture}",
);
static ORIGINAL: Phrase = Phrase::new("保持原贴图", "元のまま", "the original stays");
static SLIDER: Phrase = Phrase::new(
    "  滑块 {id}：{tick}",
    "  スライダー {id}：{tick}",
    "  slider {id}: {tick}",
);
static HIDDEN_SLIDER: Phrase = Phrase::new(
    "  滑块 {id}：在此选择下不存在，按中性值 {tick} 计算",
    "  スライダー {id}：この選択では存在せず、中立の {tick} になります",
    "  slider {id}: does not exist in this selection, neutral {tick}",
);
static BYTES: Phrase = Phrase::new(
    "  {n} 张贴图，读取 {decoded}，常驻 {resident}",
    "  テクスチャ {n} 枚、読み込み {decoded}、常駐 {resident}",
    "  textures: {n}, read: {decoded}, resident: {resident}",
);

/// The plan of one selection.
#[derive(Debug)]
pub struct Planned {
    /// The file.
    path: PathBuf,
    manifest: Manifest,
    selection: Selection,
    plan: Plan,
    budget: Budget,
    findings: Vec<Finding>,
}

/// Plans one selection. `options` and `parameters` in the strict form of saved selections, of a 1.0 package the id of an
/// appearance; empty = the defaults.
///
/// # Errors
///
/// The package is not valid, an id or tick is not one of its own (SAV-01 to SAV-04), or the selection has no plan.
pub fn planned(
    path: &Path,
    options: &str,
    parameters: &str,
    cancel: &Cancel,
) -> Result<Planned, Failure> {
    let loaded = loading::load(path, Tolerance::Valid, cancel)?;
    let texts = SavedTexts {
        options,
        parameters,
    };
    let failed = |findings| Failure {
        message: Message::new(&BAD_SELECTION).with("path", path.display()),
        findings,
    };
    let selection = parse_selection(&loaded.manifest, texts).map_err(failed)?;
    let plan = plan(&loaded.manifest, &selection).map_err(|error| error.message())?;
    Ok(Planned {
        budget: Budget::of(&loaded.manifest, &plan, &loaded.sizes()),
        path: loaded.path,
        findings: loaded.warnings,
        manifest: loaded.manifest,
        selection,
        plan,
    })
}

impl Planned {
    fn texture_name(&self, texture: u32) -> &str {
        let entry = self.manifest.textures.get(usize_of(texture));
        entry.map_or("", |entry| &entry.original_name)
    }

    fn texture_names(&self, textures: &[u32]) -> String {
        let names: Vec<String> = textures
            .iter()
            .map(|&texture| format!("{texture} {}", self.texture_name(texture)))
            .collect();
        if names.is_empty() {
            "-".to_owned()
        } else {
            names.join(", ")
        }
    }

    fn textures_json(&self, textures: &[u32]) -> Value {
        let one = |texture: &u32| json!({ "index": texture, "original_name": self.texture_name(*texture) });
        textures.iter().map(one).collect()
    }

    /// Groups that are not available, with what is saved for them.
    fn hidden_groups(&self) -> Vec<(&str, &str)> {
        let effective = self.selection.effective_map(&self.manifest);
        let groups = self.manifest.option_groups.iter().flatten().enumerate();
        groups
            .filter(|(_, group)| effective.choice(&group.id).is_none())
            .filter_map(|(index, group)| {
                let choice = group.choices.get(self.selection.choice_idx(index)?)?;
                Some((group.id.as_str(), choice.id.as_str()))
            })
            .collect()
    }

    fn component_lines(&self, index: usize, outcome: &Outcome, lines: &mut Vec<Message>) {
        let component = self.manifest.target.components.get(index);
        let about = |phrase| {
            Message::new(phrase)
                .with("id", index)
                .with("name", component.map_or("", |it| it.mesh_name.as_str()))
        };
        match outcome {
            Outcome::Hide => lines.push(about(&HIDE)),
            Outcome::Keep { overrides } => {
                lines.push(about(&KEEP));
                let names = component.map_or(&[][..], |it| &it.materials);
                lines.extend(overrides.iter().map(|kept| {
                    let name = names.get(usize_of(kept.material_slot));
                    Message::new(&KEPT)
                        .with("material", name.map_or("", String::as_str))
                        .with("textures", self.texture_names(&kept.textures))
                }));
            }
            Outcome::Replace(replacement) => {
                lines.push(
                    about(&REPLACE)
                        .with("mesh", replacement.mesh)
                        .with("n", replacement.draws.len())
                        .with("indices", text::grouped(replacement.n_indices)),
                );
                let draws = replacement.draws.iter();
                lines.extend(draws.map(|draw| self.draw_line(replacement.mesh, draw)));
            }
        }
    }

    fn draw_line(&self, mesh: u32, draw: &PlannedDraw) -> Message {
        let entry = self.manifest.meshes.get(usize_of(mesh));
        let entry = entry.and_then(|mesh| mesh.draws.get(draw.draw_idx));
        Message::new(&DRAW)
            .with("draw", draw.draw_idx)
            .with("start", text::grouped(draw.start))
            .with("count", text::grouped(draw.count))
            .with("material", entry.map_or("", |it| it.material_name.as_str()))
            .with("textures", self.texture_names(&draw.textures))
    }

    fn component_json(&self, index: usize, candidate: Option<usize>, outcome: &Outcome) -> Value {
        let component = self.manifest.target.components.get(index);
        let mut json = members(json!({
            "id": index,
            "mesh_name": component.map(|component| &component.mesh_name),
            "candidate": candidate,
        }));
        let mut put = |key: &str, value| drop(json.insert(key.to_owned(), value));
        match outcome {
            Outcome::Hide => put("operation", json!("hide")),
            Outcome::Keep { overrides } => {
                put("operation", json!("keep"));
                let one = |kept: &KeptMaterial| {
                    json!({
                        "material_slot": kept.material_slot,
                        "textures": self.textures_json(&kept.textures),
                    })
                };
                put("material_overrides", overrides.iter().map(one).collect());
            }
            Outcome::Replace(replacement) => {
                put("operation", json!("replace"));
                put("mesh", json!(replacement.mesh));
                put("indices", json!(replacement.n_indices));
                let draws = replacement.draws.iter();
                let draws = draws.map(|draw| self.draw_json(replacement.mesh, draw));
                put("draws", draws.collect());
            }
        }
        Value::Object(json)
    }

    fn draw_json(&self, mesh: u32, draw: &PlannedDraw) -> Value {
        let entry = self.manifest.meshes.get(usize_of(mesh));
        let entry = entry.and_then(|mesh| mesh.draws.get(draw.draw_idx));
        json!({
            "draw": draw.draw_idx,
            "start": draw.start,
            "count": draw.count,
            "material_component": entry.map(|entry| entry.material_component),
            "material_slot": entry.map(|entry| entry.material_slot),
            "material_name": entry.map(|entry| &entry.material_name),
            "textures": self.textures_json(&draw.textures),
        })
    }
}

impl Answer for Planned {
    fn lines(&self) -> Vec<Message> {
        let head = Message::new(&HEAD).with("path", self.path.display());
        let texts = [
            self.selection.options_text(&self.manifest),
            self.selection.parameters_text(&self.manifest),
        ];
        let texts: Vec<String> = texts.into_iter().filter(|text| !text.is_empty()).collect();
        let mut lines = vec![if texts.is_empty() {
            head.with_message("options", Message::new(&DEFAULTS))
        } else {
            head.with("options", texts.join("  "))
        }];
        lines.extend(self.hidden_groups().iter().map(|(group, choice)| {
            Message::new(&HIDDEN_GROUP)
                .with("group", group)
                .with("choice", choice)
        }));
        for (index, component) in self.plan.components.iter().enumerate() {
            self.component_lines(index, &component.outcome, &mut lines);
        }
        let slots = self.manifest.texture_slots.iter();
        for (slot, texture) in slots.zip(&self.plan.slot_textures) {
            let line = Message::new(&SLOT).with("slot", &slot.id);
            lines.push(match texture {
                Some(texture) => line.with("texture", self.texture_names(&[*texture])),
                None => line.with_message("texture", Message::new(&ORIGINAL)),
            });
        }
        let sliders = self.manifest.parameters.iter();
        let states = self.plan.available_parameters.iter().zip(&self.plan.ticks);
        lines.extend(sliders.zip(states).map(|(slider, (is_available, tick))| {
            let phrase = if *is_available {
                &SLIDER
            } else {
                &HIDDEN_SLIDER
            };
            Message::new(phrase)
                .with("id", &slider.id)
                .with("tick", tick)
        }));
        lines.push(
            Message::new(&BYTES)
                .with("n", self.plan.textures.len())
                .with("decoded", text::bytes(self.budget.decoded_bytes))
                .with("resident", text::bytes(self.budget.resident_bytes)),
        );
        lines
    }

    fn facts(&self, _language: Language) -> Map<String, Value> {
        let components = self.plan.components.iter().enumerate();
        let components =
            components.map(|(index, it)| self.component_json(index, it.candidate_idx, &it.outcome));
        let slots = self.manifest.texture_slots.iter();
        let slots = slots
            .zip(&self.plan.slot_textures)
            .map(|(slot, texture)| json!({ "id": slot.id, "texture": texture }));
        let sliders = self.manifest.parameters.iter();
        let states = self.plan.available_parameters.iter().zip(&self.plan.ticks);
        let sliders = sliders.zip(states).map(|(slider, (is_available, tick))| {
            json!({ "id": slider.id, "available": is_available, "tick": tick })
        });
        let hidden = self.hidden_groups();
        let hidden = hidden.iter().map(|(group, _)| json!(group));
        members(json!({
            "file": self.path.display().to_string(),
            "options": self.selection.options_text(&self.manifest),
            "parameters_saved": self.selection.parameters_text(&self.manifest),
            "unavailable_groups": hidden.collect::<Vec<Value>>(),
            "components": components.collect::<Vec<Value>>(),
            "slots": slots.collect::<Vec<Value>>(),
            "parameters": sliders.collect::<Vec<Value>>(),
            "textures": self.textures_json(&self.plan.textures),
            "payloads": self.plan.payloads,
            "decoded_bytes": self.budget.decoded_bytes.to_string(),
            "resident_bytes": self.budget.resident_bytes.to_string(),
        }))
    }

    fn findings(&self) -> &[Finding] {
        &self.findings
    }
}
