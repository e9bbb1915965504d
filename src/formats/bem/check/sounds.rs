//! Sounds of drivers, and the stream a driven mesh must keep its positions in (bem.md 15.5, DRV-18).

use crate::base::findings::Place;
use crate::base::text::{Message, Phrase};
use crate::formats::bem::check::Check;
use crate::formats::bem::check::report::{OnRead, Rule};
use crate::formats::bem::check::told::word_message;
use crate::formats::bem::check::view::Object;
use crate::formats::bem::json::path::Path;
use std::collections::BTreeSet;

const SND_01: Rule = Rule::reject("SND-01").typed();
const SND_03: Rule = Rule::warn("SND-03").typed();
const SND_04: Rule = Rule::reject("SND-04").typed();
const SND_05: Rule = Rule::warn("SND-05");
const DRV_18: Rule = Rule::warn("DRV-18");
const MAX_SOUNDS: usize = 8;
const FORMATS: [&str; 8] = ["wav", "mp3", "m4a", "aac", "flac", "ogg", "wma", "mp4"];
const KEYS: [&str; 5] = ["payload", "format", "gain", "loop", "offset_seconds"];

static TOO_MANY: Phrase = Phrase::new(
    "{value} 个驱动器带有声音，最多 {limit} 个。",
    "音のあるドライバーは {value} 個ですが、{limit} 個までです。",
    "{value} drivers have a sound; {limit} are allowed.",
);
static OTHER_STREAM: Phrase = Phrase::new(
    "网格 {mesh} 由驱动器变形，其位置却在流 {value}；游戏只改写流 0。",
    "メッシュ {mesh} はドライバーで変形しますが、位置がストリーム {value} にあります。ゲームが書き換えるのはストリーム 0 だけです。",
    "Mesh {mesh} is moved by a driver, but its positions are in stream {value}; the game rewrites stream 0 only.",
);

impl<'v> Check<'v> {
    /// `sound` of a driver; gives its payload.
    pub(super) fn sound(&mut self, driver: Object<'v, '_>) -> Option<u32> {
        let value = driver.get("sound")?;
        let path = driver.path.key("sound");
        let sound = self.as_object(SND_01, value, &path)?;
        self.metadata(sound, &KEYS);
        let payload = self.payload(SND_01, sound, "payload");
        if sound.has("format") {
            if let Some(format) = self.text(SND_03, sound, "format")
                && !FORMATS.contains(&format)
            {
                let message = word_message("format", format, &FORMATS);
                self.member(SND_03, sound, "format", message);
            }
        } else {
            self.not_written(SND_03.on_read(OnRead::Fine), sound, "format", "bin");
        }
        self.float_within(SND_04, sound, "gain", (0.0, 2.0));
        self.truth(SND_04, sound, "loop");
        self.float_within(SND_04, sound, "offset_seconds", (0.0, 60.0));
        payload
    }

    /// SND-05.
    pub(super) fn sounds(&mut self, path: &Path<'_>) {
        let drivers = self.facts.drivers.iter();
        let n_sounds = drivers.filter(|driver| driver.has_sound).count();
        if n_sounds > MAX_SOUNDS {
            let message = Message::new(&TOO_MANY)
                .with("value", n_sounds)
                .with("limit", MAX_SOUNDS);
            self.at(SND_05, path, message);
        }
    }

    /// DRV-18: told once for each mesh.
    pub(super) fn driven_positions(&mut self) {
        let driven: BTreeSet<&str> = self
            .facts
            .drivers
            .iter()
            .flat_map(|driver| driver.parameters.iter().copied())
            .collect();
        let meshes: BTreeSet<usize> = self
            .facts
            .channels
            .iter()
            .filter(|channel| channel.parameter.is_some_and(|id| driven.contains(id)))
            .filter_map(|channel| channel.mesh)
            .collect();
        let mut elsewhere = Vec::new();
        for mesh in meshes {
            let facts = self.facts.meshes.as_ref().and_then(|all| all.get(mesh));
            let attributes = facts.and_then(|facts| facts.attributes.as_ref());
            let position = attributes
                .into_iter()
                .flatten()
                .position(|attribute| attribute.semantic == 0);
            let stream = position
                .and_then(|index| Some((index, attributes?.get(index)?.stream)))
                .filter(|(_, stream)| *stream != 0);
            elsewhere.extend(stream.map(|(index, stream)| (mesh, index, stream)));
        }
        for (mesh, index, stream) in elsewhere {
            let place = Place::Pointer(format!("/meshes/{mesh}/attributes/{index}"));
            let message = Message::new(&OTHER_STREAM)
                .with("mesh", mesh)
                .with("value", stream)
                .with("limit", 0);
            self.report.add(DRV_18, place, message);
        }
    }
}
