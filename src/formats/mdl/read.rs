//! Bytes become an [`Mdl`], or the first fault with its place (mdl.md ch. 1, 5).

use crate::base::limits;
use crate::base::numbers::u64_of;
use crate::bytes::Short;
use crate::formats::mdl::error::{ErrorCode, ReadError};
use crate::formats::mdl::file::{Bounds, Mdl, Object, Packet, type_bits};
use crate::formats::mdl::foreign::Foreign;
use crate::formats::mdl::place::Place;
use crate::formats::mdl::records::{
    self, HEADER_BYTES, Header, PACKET_BYTES, RawObject, RawPacket, UV_BYTES, VERTEX_BYTES,
    left_at, object_offset, records_end,
};
use crate::formats::mdl::warning::{Warning, WarningCode};

/// Translations of this and more are refused: they are no distances of a figure.
const FARTHEST: f32 = 1e7;
/// Vertices that a packet may have by the format; more are read with a warning.
const PACKET_VERTICES: u32 = 64;
/// Vertices, normals and UVs start on multiples of this by the format.
const DATA_ALIGNMENT: u64 = 16;

/// Reads a file.
///
/// Memory is asked for only after a count was held against the bytes there are; since packets may share records and
/// data, their totals are capped too ([`limits::MDL_PACKETS`], [`limits::MDL_VERTICES`]).
///
/// # Errors
///
/// The first fault in reading order. A file of another known kind is named ([`ErrorCode::Foreign`]).
pub fn read(bytes: &[u8]) -> Result<Mdl, ReadError> {
    let whole = Place::default();
    let size_bytes = u64_of(bytes.len());
    if let Some(foreign) = Foreign::of(bytes) {
        return Err(ReadError {
            foreign: Some(foreign),
            ..whole.fault(ErrorCode::Foreign)
        });
    }
    if size_bytes > limits::MDL_FILE_BYTES {
        let number = i64::try_from(size_bytes).unwrap_or(i64::MAX);
        return Err(whole.bad_number(ErrorCode::FileTooLarge, number));
    }
    let header = records::header(bytes).map_err(|short| {
        whole
            .fault(ErrorCode::HeaderCut)
            .short(HEADER_BYTES, short.offset.saturating_add(short.left))
    })?;
    let n_models = check_header(bytes, &header)?;
    if let Some(n_objects) = announced_objects(bytes, &header, n_models) {
        let reserved = Place::in_header("reserved", 4);
        if let Ok(mut file) = read_objects(bytes, &header, (n_models, n_objects)) {
            let warning = reserved.warning(WarningCode::ExtraObjects);
            file.warnings.insert(0, warning);
            return Ok(file);
        }
        let mut file = read_objects(bytes, &header, (n_models, n_models))?;
        let warning = reserved.warning(WarningCode::ExtraObjectsUnusable);
        file.warnings.insert(0, warning);
        return Ok(file);
    }
    read_objects(bytes, &header, (n_models, n_models))
}

/// Whether the first bytes of a file look like an MDL: for telling a file by its content. The first object's record
/// must be among them.
pub fn is_likely(head: &[u8]) -> bool {
    let (Ok(header), Ok(first)) = (records::header(head), records::object(head, 0)) else {
        return false;
    };
    let Ok(n_models) = u32::try_from(header.n_models) else {
        return false;
    };
    let data_start = i64::try_from(records_end(n_models)).unwrap_or(i64::MAX);
    n_models >= 1
        && Foreign::of(head).is_none()
        && is_plausible(&header.bounds)
        && check_object(Place::default(), &first, n_models).is_ok()
        && first.type_bits & type_bits::GOURAUD != 0
        && (first.n_packs == 0 || i64::from(first.packs) >= data_start)
}

/// Whether this can be the box of a figure.
fn is_plausible(bounds: &Bounds) -> bool {
    let fits = |part: &f32| part.is_finite() && !part.is_subnormal() && part.abs() < FARTHEST;
    bounds.lower.iter().chain(&bounds.upper).all(fits) && !is_swapped(bounds)
}

fn is_swapped(bounds: &Bounds) -> bool {
    let mut sides = bounds.lower.iter().zip(&bounds.upper);
    sides.any(|(lower, upper)| lower > upper)
}

/// Rules 1 and 2 of ch. 5. Returns `n_models`.
fn check_header(bytes: &[u8], header: &Header) -> Result<u32, ReadError> {
    let count = Place::in_header("n_models", 0);
    let is_box = is_plausible(&header.bounds);
    let or_nothing = |code| if is_box { code } else { ErrorCode::NotMdl };
    let n_models = u32::try_from(header.n_models).unwrap_or(0);
    if n_models < 1 {
        return Err(count.bad_number(or_nothing(ErrorCode::ModelCount), header.n_models));
    }
    let want = records_end(n_models).saturating_sub(HEADER_BYTES);
    let left = left_at(bytes, HEADER_BYTES);
    if want > left {
        let code = or_nothing(ErrorCode::ObjectsOverFile);
        let fault = count.bad_number(code, header.n_models);
        return Err(if is_box {
            fault.short(want, left)
        } else {
            fault
        });
    }
    let corners = corners(Place::default(), &header.bounds, 8);
    for (place, part) in corners {
        if !part.is_finite() {
            return Err(place.bad_float(ErrorCode::BoxNotFinite, part));
        }
        if part.is_subnormal() {
            return Err(place.bad_float(ErrorCode::BoxDenormal, part));
        }
    }
    Ok(n_models)
}

/// Every number of a box with its place; the box starts `bytes_on` bytes from the start of its record.
fn corners(record: Place, bounds: &Bounds, bytes_on: u64) -> impl Iterator<Item = (Place, f32)> {
    let fields = ["box_lower", "box_upper"].into_iter();
    let sides = fields.zip([bounds.lower, bounds.upper]);
    let parts = sides.flat_map(|(field, corner)| corner.map(|part| (field, part)));
    let offsets = (bytes_on..).step_by(4);
    parts
        .zip(offsets)
        .map(move |((field, part), on)| (record.field(field, on), part))
}

/// How many objects the reserved word announces, if the smallest packet offset leaves room for them (MDL-05).
fn announced_objects(bytes: &[u8], header: &Header, n_models: u32) -> Option<u32> {
    let n_announced = u32::try_from(header.reserved).ok()?;
    if n_announced <= n_models {
        return None;
    }
    let smallest = (0..n_models)
        .filter_map(|index| records::object(bytes, index).ok())
        .filter(|object| object.n_packs > 0)
        .filter_map(|object| u64::try_from(object.packs).ok())
        .min()?;
    let end = records_end(n_announced);
    (end <= smallest && end <= u64_of(bytes.len())).then_some(n_announced)
}

/// Reads everything behind the header; `counts` are `n_models` and the number of objects to read.
fn read_objects(
    bytes: &[u8],
    header: &Header,
    (n_models, n_objects): (u32, u32),
) -> Result<Mdl, ReadError> {
    let mut reader = Reader {
        bytes,
        data_start: records_end(n_objects),
        n_packets: 0,
        n_vertices: 0,
        warnings: Vec::new(),
    };
    if is_swapped(&header.bounds) {
        let place = Place::in_header("box_lower", 8);
        reader.warnings.push(place.warning(WarningCode::BoxSwapped));
    }
    let mut raw = Vec::new();
    for index in 0..n_objects {
        let place = place_of_object(index);
        let object = records::object(bytes, index).map_err(|short| cut(place, short))?;
        check_object(place, &object, n_objects)?;
        reader.check_packets(place, &object)?;
        reader.note_object(place, &object);
        raw.push(object);
    }
    check_loops(&raw)?;
    let mut objects = Vec::with_capacity(raw.len());
    for (index, object) in (0_u32..).zip(&raw) {
        objects.push(Object {
            type_bits: object.type_bits,
            bounds: object.bounds,
            translation: object.translation,
            parent: u32::try_from(object.parent).ok(),
            packets: reader.packets(index, object)?,
        });
    }
    Ok(Mdl {
        size_bytes: u64_of(bytes.len()),
        n_models,
        reserved: header.reserved,
        bounds: header.bounds,
        objects,
        warnings: reader.warnings,
    })
}

fn place_of_object(index: u32) -> Place {
    Place {
        object: Some(index),
        packet: None,
        field: "type",
        offset: object_offset(index),
    }
}

fn cut(place: Place, short: Short) -> ReadError {
    place
        .fault(ErrorCode::ObjectsOverFile)
        .short(short.want, short.left)
}

/// Rule 3 of ch. 5, but for what needs the file's size or the other objects.
fn check_object(place: Place, object: &RawObject, n_objects: u32) -> Result<(), ReadError> {
    for (place, part) in corners(place, &object.bounds, 8) {
        if !part.is_finite() {
            return Err(place.bad_float(ErrorCode::BoxNotFinite, part));
        }
    }
    for (on, part) in (32_u64..).step_by(4).zip(object.translation) {
        let place = place.field("translation", on);
        if !part.is_finite() {
            return Err(place.bad_float(ErrorCode::TranslationNotFinite, part));
        }
        if part.abs() >= FARTHEST {
            return Err(place.bad_float(ErrorCode::TranslationHuge, part));
        }
    }
    if object.n_packs < 0 {
        let place = place.field("n_packs", 4);
        return Err(place.bad_number(ErrorCode::PacketCount, object.n_packs));
    }
    let is_object = u32::try_from(object.parent).is_ok_and(|parent| parent < n_objects);
    if object.parent != -1 && !is_object {
        let place = place.field("parent", 44);
        return Err(place.bad_number(ErrorCode::ParentRange, object.parent));
    }
    Ok(())
}

/// Parents must lead to a root (MDL-02).
fn check_loops(objects: &[RawObject]) -> Result<(), ReadError> {
    // In which walk an object was first seen; 0 = in none.
    let mut walks = vec![0_u32; objects.len()];
    for (start, walk) in (0_u32..).zip(1_u32..).take(objects.len()) {
        let mut at = Some(start);
        while let Some(index) = at {
            let idx = crate::base::numbers::usize_of(index);
            let (Some(seen), Some(object)) = (walks.get_mut(idx), objects.get(idx)) else {
                break;
            };
            if *seen == walk {
                let place = place_of_object(index).field("parent", 44);
                return Err(place.bad_number(ErrorCode::ParentLoop, object.parent));
            }
            if *seen != 0 {
                break;
            }
            *seen = walk;
            at = u32::try_from(object.parent).ok();
        }
    }
    Ok(())
}

/// What is read and counted on the way.
struct Reader<'a> {
    bytes: &'a [u8],
    /// Where packets and data may begin.
    data_start: u64,
    n_packets: u64,
    n_vertices: u64,
    warnings: Vec<Warning>,
}

impl Reader<'_> {
    /// The packet records of an object lie within the file, behind the object records.
    fn check_packets(&mut self, place: Place, object: &RawObject) -> Result<(), ReadError> {
        let n_packs = u64::try_from(object.n_packs).unwrap_or(0);
        if n_packs == 0 {
            return Ok(());
        }
        let place = place.field("packs", 48);
        let start = u64::try_from(object.packs).unwrap_or(0);
        if object.packs < 0 || start < self.data_start {
            return Err(place.bad_number(ErrorCode::PacketsOffset, object.packs));
        }
        if !start.is_multiple_of(4) {
            return Err(place.bad_number(ErrorCode::PacketsUnaligned, object.packs));
        }
        let (want, left) = (
            n_packs.saturating_mul(PACKET_BYTES),
            left_at(self.bytes, start),
        );
        if want > left {
            let fault = place.bad_number(ErrorCode::PacketsOverFile, object.packs);
            return Err(fault.short(want, left));
        }
        self.n_packets = self.n_packets.saturating_add(n_packs);
        if self.n_packets > limits::MDL_PACKETS {
            let number = i64::try_from(self.n_packets).unwrap_or(i64::MAX);
            return Err(place.bad_number(ErrorCode::TooManyPackets, number));
        }
        Ok(())
    }

    fn note_object(&mut self, place: Place, object: &RawObject) {
        let own = place.object.and_then(|index| i32::try_from(index).ok());
        let is_later = own.is_some_and(|own| object.parent > own);
        let oddities = [
            (
                object.type_bits & type_bits::GOURAUD == 0,
                WarningCode::FlatObject,
                place,
            ),
            (
                is_swapped(&object.bounds),
                WarningCode::BoxSwapped,
                place.field("box_lower", 8),
            ),
            (
                is_later,
                WarningCode::ParentAfterChild,
                place.field("parent", 44),
            ),
        ];
        for (is_odd, code, place) in oddities {
            if is_odd {
                self.warnings.push(place.warning(code));
            }
        }
    }

    fn packets(&mut self, index: u32, object: &RawObject) -> Result<Vec<Packet>, ReadError> {
        let n_packs = u32::try_from(object.n_packs).unwrap_or(0);
        let start = u64::try_from(object.packs).unwrap_or(0);
        let mut packets = Vec::new();
        for (packet, offset) in (0..n_packs).zip((start..).step_by(32)) {
            let place = Place {
                object: Some(index),
                packet: Some(packet),
                field: "flag",
                offset,
            };
            let raw = records::packet(self.bytes, offset).map_err(|short| cut(place, short))?;
            packets.push(self.packet(place, &raw)?);
        }
        Ok(packets)
    }

    /// Rule 4 of ch. 5.
    fn packet(&mut self, place: Place, raw: &RawPacket) -> Result<Packet, ReadError> {
        let count = place.field("n_verts", 4);
        let Ok(n_verts) = u32::try_from(raw.n_verts) else {
            return Err(count.bad_number(ErrorCode::VertexCount, raw.n_verts));
        };
        if n_verts > PACKET_VERTICES {
            let warning = count.warning(WarningCode::PacketTooLong);
            self.warnings.push(warning);
        }
        let mut packet = Packet {
            flags: raw.flags,
            tex_id: raw.tex_id,
            ..Packet::default()
        };
        if n_verts == 0 {
            return Ok(packet);
        }
        let verts = self.data(place.field("verts", 16), raw.verts, (n_verts, VERTEX_BYTES))?;
        let norms = self.data(place.field("norms", 20), raw.norms, (n_verts, VERTEX_BYTES))?;
        let uvs = match raw.uvs {
            0 => None,
            uvs => Some(self.data(place.field("uvs", 24), uvs, (n_verts, UV_BYTES))?),
        };
        self.n_vertices = self.n_vertices.saturating_add(u64::from(n_verts));
        if self.n_vertices > limits::MDL_VERTICES {
            let number = i64::try_from(self.n_vertices).unwrap_or(i64::MAX);
            return Err(count.bad_number(ErrorCode::TooManyVertices, number));
        }
        packet.vertices = records::vertices(self.bytes, verts, n_verts);
        packet.normals = records::normals(self.bytes, norms, n_verts);
        packet.uvs = uvs.map(|uvs| records::uvs(self.bytes, uvs, n_verts));
        Ok(packet)
    }

    /// Holds an array against the file: `entries` are their count and the bytes of one. Returns where it starts.
    fn data(
        &mut self,
        place: Place,
        stored: i32,
        (count, entry_bytes): (u32, u64),
    ) -> Result<u64, ReadError> {
        let start = u64::try_from(stored).unwrap_or(0);
        if stored < 0 || start < self.data_start {
            return Err(place.bad_number(ErrorCode::DataOffset, stored));
        }
        let want = u64::from(count).saturating_mul(entry_bytes);
        let left = left_at(self.bytes, start);
        if want > left {
            let fault = place.bad_number(ErrorCode::DataOverFile, stored);
            return Err(fault.short(want, left));
        }
        if !start.is_multiple_of(DATA_ALIGNMENT) {
            self.warnings.push(place.warning(WarningCode::Unaligned));
        }
        Ok(start)
    }
}
