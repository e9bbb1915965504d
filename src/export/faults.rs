//! Why a part of the document cannot be converted, in three languages: what is wrong and what to do about it.
//! Which part it is, is said by the sentence around it.

use crate::base::limits;
use crate::base::text::{Message, Phrase, grouped};
use crate::convert::error::ConvertError;
use crate::convert::fit::FitError;
use crate::convert::texture::TextureError;
use crate::convert::texture::format::TextureFormat;

macro_rules! words {
    ($($name:ident = $zh:literal, $ja:literal, $en:literal;)*) => {
        $(static $name: Phrase = Phrase::new($zh, $ja, $en);)*
    };
}

// Figures.
words! {
    OTHER_MAP = "骨骼映射与模型不符（映射 {targets} 项，骨骼 {bones} 根）。请移除该模型后重新导入。",
        "ボーンの割り当てがモデルに合いません（割り当て {targets} 件、ボーン {bones} 本）。モデルを取り除いて読み込み直してください。",
        "The bone map is not one of this figure (entries: {targets}, bones: {bones}). Remove the figure and import it again.";
    NO_SOURCE_JOINT = "没有骨骼映射到 {joint}，无法确定模型的比例。请在骨骼映射中为它指定一根骨骼。",
        "{joint} に割り当てたボーンがないため、モデルの縮尺を決められません。ボーンの割り当てで指定してください。",
        "No bone is mapped to {joint}, by which the scale is measured. Map a bone to it.";
    NO_TARGET_JOINT = "角色的静止姿势中没有关节 {joint}，无法确定模型的比例。请使用完整的角色目录。",
        "キャラクターの基準姿勢に関節 {joint} がないため、モデルの縮尺を決められません。完全なキャラクターカタログを使ってください。",
        "The character's rest pose has no joint {joint}, by which the scale is measured. Use a complete character catalogue.";
    NO_HEIGHT = "头必须高于脚：头到脚的高度在模型中为 {figure} 米，在角色中为 {character} 米。请检查头和脚的骨骼映射。",
        "頭は足より上になければなりません。足から頭までの高さは、モデルで {figure} m、キャラクターで {character} m です。頭と足のボーンの割り当てを確認してください。",
        "The head must be above the feet: it is {figure} m above them in the figure and {character} m in the character. Check where the bones of head and feet are mapped.";
    JOINT_NOT_FINITE = "角色的关节 {joint} 没有有效的位置。请使用完好的角色目录。",
        "キャラクターの関節 {joint} の位置が正しくありません。正しいキャラクターカタログを使ってください。",
        "The character's joint {joint} has no usable position. Use an intact character catalogue.";
    SIZE = "大小为 {size}，必须大于 0。请改正大小。",
        "大きさが {size} です。0 より大きくしてください。",
        "The size is {size} and must be above 0. Correct the size.";
}

// Meshes.
words! {
    OTHER_FIT = "贴合结果与模型不符（顶点：贴合 {fitted} 个，模型 {vertices} 个）。请移除该模型后重新导入。",
        "姿勢合わせの結果がモデルに合いません（頂点：結果 {fitted} 個、モデル {vertices} 個）。モデルを取り除いて読み込み直してください。",
        "The fitted vertices are not those of this figure (fitted: {fitted}, in the figure: {vertices}). Remove the figure and import it again.";
    NO_COMPONENT = "角色没有部件 {component}。请重新分配材质，或使用另一份角色目录。",
        "キャラクターにパーツ {component} がありません。材質を割り当て直すか、別のキャラクターカタログを使ってください。",
        "The character has no component {component}. Place the materials again, or use another character catalogue.";
    NO_TRIANGLES = "模型的材质 {material} 没有要绘制的三角形（{first} 到 {end}）。请移除该模型后重新导入。",
        "モデルの材質 {material} に、描画する三角形（{first} から {end}）がありません。モデルを取り除いて読み込み直してください。",
        "Material {material} of the figure does not have the triangles to be drawn ({first} to {end}). Remove the figure and import it again.";
    EMPTY_DRAW = "分配到此的第 {draw} 个材质没有三角形。请不要把空材质分配到部件。",
        "ここに割り当てた {draw} 番目の材質に三角形がありません。空の材質は割り当てないでください。",
        "Number {draw} of the materials placed here has no triangles. Place no empty material on a component.";
    DRAW_TOO_LONG = "分配到此的第 {draw} 个材质有 {indices} 个索引，最多 {limit} 个。请简化模型，或把材质拆成几个。",
        "ここに割り当てた {draw} 番目の材質のインデックスは {indices} 個です。上限は {limit} 個です。モデルを簡略化するか、材質を分けてください。",
        "Number {draw} of the materials placed here has {indices} indices; at most {limit} are allowed. Simplify the model or divide the material.";
    TOO_MANY_VERTICES = "需要 {vertices} 个顶点，一个网格最多 {limit} 个。请减少分配到此部件的材质，或简化模型。",
        "頂点が {vertices} 個必要ですが、1 つのメッシュの上限は {limit} 個です。このパーツに割り当てる材質を減らすか、モデルを簡略化してください。",
        "It needs {vertices} vertices; a mesh has at most {limit}. Place fewer materials on this component or simplify the model.";
    NO_WEIGHT = "模型的顶点 {vertex} 不跟随任何骨骼。请在建模软件中为它分配权重后重新导入。",
        "モデルの頂点 {vertex} がどのボーンにも従っていません。モデリングソフトでウェイトを付けて、読み込み直してください。",
        "Vertex {vertex} of the figure follows no bone. Give it weight in a modelling program and import again.";
    BONES_UNMAPPED = "有权重的骨骼没有对应的游戏骨骼：{n} 根（首个：骨骼 {first}）。请在骨骼映射中指定。",
        "ウェイトのあるボーン {n} 本にゲームのボーンがありません（最初：ボーン {first}）。ボーンの割り当てで指定してください。",
        "Bones with weight that have no game bone: {n} (first: bone {first}). Map them.";
    BONES_NOT_IN_TARGET = "角色的任何部件都没有这些骨骼：{names}。请把它们映射到其他游戏骨骼。",
        "キャラクターのどのパーツにもないボーンです：{names}。ほかのゲームのボーンに割り当ててください。",
        "No component of the character has these bones: {names}. Map them to other game bones.";
    TOO_MANY_BONES = "网格需要 {bones} 根骨骼，一个网格最多 {limit} 根。请减少分配到此部件的材质，或把更多骨骼并入父骨骼。",
        "メッシュに {bones} 本のボーンが必要ですが、上限は {limit} 本です。このパーツに割り当てる材質を減らすか、親ボーンに統合するボーンを増やしてください。",
        "The mesh needs {bones} bones; a mesh has at most {limit}. Place fewer materials on this component, or send more bones into their parents.";
}

// Textures.
words! {
    TEXTURE_SIZE = "图片为 {width} × {height} 像素，每边须为 1 到 {limit} 像素。请换一张图片。",
        "画像が {width} × {height} ピクセルです。各辺は 1～{limit} ピクセルにしてください。別の画像を選んでください。",
        "The picture has {width} × {height} pixels; each side must be 1 to {limit}. Choose another picture.";
    PIXEL_COUNT = "图片的数据（{bytes} 字节）与 {width} × {height} 像素不符。请移除该模型后重新导入。",
        "画像のデータ（{bytes} バイト）が {width} × {height} ピクセルに合いません。モデルを取り除いて読み込み直してください。",
        "The picture's data ({bytes} B) are not those of {width} × {height} pixels. Remove the figure and import it again.";
    NOT_ENCODABLE = "{format} 格式只能读取，不能写出。请选择其他格式。",
        "{format} 形式は読み込み専用で、書き出せません。別の形式を選んでください。",
        "The format {format} is only read, never written. Choose another format.";
    ENCODER = "压缩时出错。请选择其他格式，并报告此问题。",
        "圧縮に失敗しました。別の形式を選び、この問題をご報告ください。",
        "The compression failed. Choose another format, and please report this.";
    STOPPED = "已取消。", "中止しました。", "Cancelled.";
}

/// Why a figure cannot be fitted.
pub(super) fn fit(error: &FitError) -> Message {
    match error {
        FitError::MapOfOtherFigure { n_bones, n_targets } => other_map(*n_bones, *n_targets),
        FitError::NoSourceJoint { joint } => Message::new(&NO_SOURCE_JOINT).with("joint", joint),
        FitError::NoTargetJoint { joint } => Message::new(&NO_TARGET_JOINT).with("joint", joint),
        FitError::NoHeight { source_m, target_m } => Message::new(&NO_HEIGHT)
            .with("figure", format!("{source_m:.2}"))
            .with("character", format!("{target_m:.2}")),
        FitError::JointNotFinite { name } => Message::new(&JOINT_NOT_FINITE).with("joint", name),
        FitError::SizeNotPositive { size } => Message::new(&SIZE).with("size", size),
    }
}

/// Why a mesh cannot be made.
pub(super) fn mesh(error: &ConvertError) -> Message {
    match error {
        ConvertError::MapOfOtherFigure { n_bones, n_targets } => other_map(*n_bones, *n_targets),
        ConvertError::FitOfOtherFigure {
            n_vertices,
            n_fitted,
        } => Message::new(&OTHER_FIT)
            .with("fitted", grouped(n_fitted))
            .with("vertices", grouped(n_vertices)),
        ConvertError::NoComponent { component } => {
            Message::new(&NO_COMPONENT).with("component", component)
        }
        ConvertError::NoTriangles {
            material,
            first,
            end,
            ..
        } => Message::new(&NO_TRIANGLES)
            .with("material", material)
            .with("first", first)
            .with("end", end),
        ConvertError::EmptyDraw { draw } => {
            Message::new(&EMPTY_DRAW).with("draw", draw.saturating_add(1))
        }
        ConvertError::DrawTooLong { draw, n_indices } => Message::new(&DRAW_TOO_LONG)
            .with("draw", draw.saturating_add(1))
            .with("indices", grouped(n_indices))
            .with("limit", grouped(limits::DRAW_INDICES)),
        ConvertError::TooManyVertices { n_vertices } => Message::new(&TOO_MANY_VERTICES)
            .with("vertices", grouped(n_vertices))
            .with("limit", grouped(limits::MESH_VERTICES)),
        ConvertError::NoWeight { vertex } => Message::new(&NO_WEIGHT).with("vertex", vertex),
        ConvertError::BonesUnmapped { bones } => Message::new(&BONES_UNMAPPED)
            .with("n", grouped(bones.len()))
            .with("first", bones.first().copied().unwrap_or_default()),
        ConvertError::BonesNotInTarget { names } => {
            Message::new(&BONES_NOT_IN_TARGET).with("names", names.join(", "))
        }
        ConvertError::TooManyBones { n_bones } => Message::new(&TOO_MANY_BONES)
            .with("bones", grouped(n_bones))
            .with("limit", grouped(limits::PALETTE_BONES)),
    }
}

/// Why a texture cannot be made.
pub(super) fn texture(error: &TextureError) -> Message {
    match error {
        TextureError::Size { width, height } => Message::new(&TEXTURE_SIZE)
            .with("width", grouped(width))
            .with("height", grouped(height))
            .with("limit", grouped(limits::IMAGE_SIDE)),
        TextureError::PixelCount {
            width,
            height,
            n_bytes,
        } => Message::new(&PIXEL_COUNT)
            .with("width", grouped(width))
            .with("height", grouped(height))
            .with("bytes", grouped(n_bytes)),
        TextureError::NotEncodable { format } => {
            Message::new(&NOT_ENCODABLE).with("format", format_name(*format))
        }
        TextureError::Cancelled(_) => Message::new(&STOPPED),
        // The encoder's own words are English: an argument for machines, not a part of the sentence.
        TextureError::Encoder { reason } => Message::new(&ENCODER).with("reason", reason),
    }
}

fn other_map(n_bones: usize, n_targets: usize) -> Message {
    Message::new(&OTHER_MAP)
        .with("bones", grouped(n_bones))
        .with("targets", grouped(n_targets))
}

const fn format_name(format: TextureFormat) -> &'static str {
    match format {
        TextureFormat::Rgba32 => "RGBA32",
        TextureFormat::Bc1 => "BC1",
        TextureFormat::Bc3 => "BC3",
        TextureFormat::Bc7 => "BC7",
        TextureFormat::Bc4 => "BC4",
        TextureFormat::Bc5 => "BC5",
        TextureFormat::Astc4 => "ASTC 4 × 4",
        TextureFormat::Astc5 => "ASTC 5 × 5",
        TextureFormat::Astc6 => "ASTC 6 × 6",
        TextureFormat::R8 => "R8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::text::Language;

    fn check(messages: &[Message]) {
        for message in messages {
            for language in Language::ALL {
                let text = message.text(language);
                assert!(!text.contains('{'), "an empty place: {text}");
                assert!(text.ends_with(['。', '.']), "no sentence: {text}");
            }
        }
    }

    #[test]
    fn every_fault_of_a_figure_is_a_whole_sentence() {
        check(&[
            fit(&FitError::MapOfOtherFigure {
                n_bones: 1,
                n_targets: 2,
            }),
            fit(&FitError::NoSourceJoint { joint: "Head" }),
            fit(&FitError::NoTargetJoint { joint: "Head" }),
            fit(&FitError::NoHeight {
                source_m: 0.0,
                target_m: 1.5,
            }),
            fit(&FitError::JointNotFinite {
                name: "Head".to_owned(),
            }),
            fit(&FitError::SizeNotPositive { size: 0.0 }),
        ]);
    }

    #[test]
    fn every_fault_of_a_mesh_is_a_whole_sentence() {
        check(&[
            mesh(&ConvertError::FitOfOtherFigure {
                n_vertices: 1,
                n_fitted: 2,
            }),
            mesh(&ConvertError::NoComponent { component: 1 }),
            mesh(&ConvertError::NoTriangles {
                draw: 0,
                material: 1,
                first: 2,
                end: 3,
            }),
            mesh(&ConvertError::EmptyDraw { draw: 0 }),
            mesh(&ConvertError::DrawTooLong {
                draw: 0,
                n_indices: 9,
            }),
            mesh(&ConvertError::TooManyVertices { n_vertices: 9 }),
            mesh(&ConvertError::NoWeight { vertex: 9 }),
            mesh(&ConvertError::BonesUnmapped { bones: vec![4] }),
            mesh(&ConvertError::BonesNotInTarget {
                names: vec!["Head".to_owned()],
            }),
            mesh(&ConvertError::TooManyBones { n_bones: 300 }),
        ]);
    }

    #[test]
    fn every_fault_of_a_texture_is_a_whole_sentence_without_the_encoders_words() {
        let encoder = texture(&TextureError::Encoder {
            reason: "strip of odd size".to_owned(),
        });
        assert!(!encoder.text(Language::Zh).contains("strip"), "{encoder}");
        check(&[
            encoder,
            texture(&TextureError::Size {
                width: 0,
                height: 1,
            }),
            texture(&TextureError::PixelCount {
                width: 1,
                height: 1,
                n_bytes: 3,
            }),
            texture(&TextureError::NotEncodable {
                format: TextureFormat::Astc4,
            }),
        ]);
    }
}
