//! The sentences about files that cannot be read and documents that cannot be written (PMX-28, PMX-29, PMX-45).

use crate::base::text::{Message, Phrase};
use crate::formats::pmx::error::{ErrorCode, ReadError, Value};
use crate::formats::pmx::words::place;
use crate::formats::pmx::write::{WriteError, WriteErrorCode};

static AT_PLACE: Phrase = Phrase::new(
    "{place}：{fault}{cause}{way_out}",
    "{place}：{fault}{cause}{way_out}",
    "{place}: {fault}{cause}{way_out}",
);
static NOTHING: Phrase = Phrase::new("", "", "");

static FILE_TOO_LARGE: Phrase = Phrase::new(
    "文件有 {value} 字节；PMX 文件必须小于 2 GiB。",
    "ファイルは {value} バイトあります。PMX は 2 GiB 未満でなければなりません。",
    "the file has {value} bytes; a PMX file must be smaller than 2 GiB.",
);
static NOT_PMX: Phrase = Phrase::new(
    "这不是 PMX 文件（前四个字节是 {bytes}）。",
    "PMX ファイルではありません（先頭の 4 バイトは {bytes}）。",
    "this is not a PMX file (its first four bytes are {bytes}).",
);
static OTHER_KIND: Phrase = Phrase::new(
    "这不是 PMX 文件，而是 {kind} 文件。",
    "PMX ファイルではなく {kind} ファイルです。",
    "this is not a PMX file but a {kind} file.",
);
static PMX_10: Phrase = Phrase::new(
    "这是 PMX 1.0，其文件头从未公开；请在 PMX 编辑器中另存为 PMX 2.0。",
    "PMX 1.0 です。ヘッダーの仕様が公開されていないため読めません。PMX エディターで PMX 2.0 として保存してください。",
    "this is PMX 1.0, whose header was never published; save it as PMX 2.0 in a PMX editor.",
);
static PMD: Phrase = Phrase::new(
    "这是 PMD，即较旧的 MMD 格式；请先转换为 PMX。",
    "古い MMD 形式の PMD です。先に PMX に変換してください。",
    "this is PMD, the older MMD format; convert it to PMX first.",
);
static DAMAGED_SIGNATURE: Phrase = Phrase::new(
    "文件签名损坏：是 {bytes}，应为 50 4D 58 20；压缩工具有时会造成这种损坏。",
    "署名が壊れています：{bytes}（正しくは 50 4D 58 20）。圧縮ツールで起こることがあります。",
    "damaged signature {bytes}, expected 50 4D 58 20; archive tools do this.",
);
static VERSION: Phrase = Phrase::new(
    "版本是 {number}，只能读取 2.0 和 2.1。",
    "バージョンは {number} です。読めるのは 2.0 と 2.1 だけです。",
    "the version is {number}; only 2.0 and 2.1 can be read.",
);
static NOT_ALLOWED: Phrase = Phrase::new(
    "偏移 {offset} 处的值是 {value}，只允许 {allowed}；后面的数据宽度取决于它。",
    "位置 {offset} の値が {value} です。許されるのは {allowed} で、続くデータの幅がこれで決まります。",
    "{value} found at offset {offset}, allowed is {allowed}: the width of what follows depends on it.",
);
static NEGATIVE_COUNT: Phrase = Phrase::new(
    "偏移 {offset} 处的数量是负数（{value}）：文件已损坏。",
    "位置 {offset} の個数が負の値（{value}）です。ファイルが壊れています。",
    "the count at offset {offset} is negative ({value}): the file is damaged.",
);
static NEGATIVE_TEXT: Phrase = Phrase::new(
    "偏移 {offset} 处的文本长度是负数（{value}）：文件已损坏。",
    "位置 {offset} の文字列の長さが負の値（{value}）です。ファイルが壊れています。",
    "the text length at offset {offset} is negative ({value}): the file is damaged.",
);
static COUNT_OVER_FILE: Phrase = Phrase::new(
    "偏移 {offset} 处的数量 {value} 至少需要 {want} 字节，文件只剩 {left} 字节：文件不完整或已损坏。",
    "位置 {offset} の個数 {value} には少なくとも {want} バイト必要ですが、残りは {left} バイトです。\
     ファイルが途中で切れているか、壊れています。",
    "the count {value} at offset {offset} needs at least {want} B, {left} left: the file is cut off or damaged.",
);
static TEXT_OVER_FILE: Phrase = Phrase::new(
    "偏移 {offset} 处的文本需要 {want} 字节，文件只剩 {left} 字节：文件不完整或已损坏。",
    "位置 {offset} の文字列は {want} バイトのはずですが、残りは {left} バイトです。\
     ファイルが途中で切れているか、壊れています。",
    "a text of {want} B announced at offset {offset}, {left} left: the file is cut off or damaged.",
);
static CUT: Phrase = Phrase::new(
    "偏移 {offset} 处需要 {want} 字节，只剩 {left} 字节：文件不完整。",
    "位置 {offset} で {want} バイト必要ですが、残りは {left} バイトです。ファイルが途中で切れています。",
    "{want} bytes wanted at offset {offset}, {left} left: the file is cut off.",
);
static CUT_AT_END: Phrase = Phrase::new(
    "偏移 {offset} 处还需要 1 字节，文件却已结束：文件不完整。",
    "位置 {offset} にもう 1 バイト必要ですが、ファイルが終わっています。ファイルが途中で切れています。",
    "one more byte wanted at offset {offset}, none left: the file is cut off.",
);

static SIZE_FITS: Phrase = Phrase::new(
    "原因很可能是文件头写错了：{field} 写的是 {said}，而数据实际用的是 {fits}。",
    "原因はおそらくヘッダーの誤りです：{field} は {said} ですが、データは {fits} で書かれています。",
    " The likely cause is the header: it says {field} {said}, but the records are written with {fits}.",
);
static SIZE_LIES: Phrase = Phrase::new(
    "原因很可能是文件头中的 {field}（{said}）与顶点数据实际所用的宽度不符。",
    "原因はおそらく、ヘッダーの {field}（{said}）が頂点データの実際の幅と違うことです。",
    " The likely cause is the header: its {field} of {said} is not the one the vertices are written with.",
);

static WAY_OUT: Phrase = Phrase::new(
    "可以用抢救模式打开：{section}保留 {kept} / {announced}。",
    "救出モードなら開けます（{section}は {announced} 個中 {kept} 個）。",
    " Salvage can open it with {kept} of {announced} {section}.",
);
static WAY_OUT_WITHOUT: Phrase = Phrase::new(
    "可以用抢救模式打开，但没有{section}及其后的内容。",
    "救出モードなら開けますが、{section}以降は失われます。",
    " Salvage can open it without {section} and what follows.",
);

impl ReadError {
    /// The fault as one sentence for people (PMX-28), with its likely cause and the way out where there are any.
    pub fn message(&self) -> Message {
        let cause = match self.size_lie {
            Some(lie) => {
                let phrase = if lie.fits.is_some() {
                    &SIZE_FITS
                } else {
                    &SIZE_LIES
                };
                let fits = lie.fits.unwrap_or(lie.said);
                Message::new(phrase)
                    .with("field", lie.kind.size_field())
                    .with("said", lie.said.n_bytes())
                    .with("fits", fits.n_bytes())
            }
            None => Message::new(&NOTHING),
        };
        let way_out = match self.salvage {
            Some(offer) => {
                let phrase = if offer.n_announced.is_some() {
                    &WAY_OUT
                } else {
                    &WAY_OUT_WITHOUT
                };
                Message::new(phrase)
                    .with("kept", offer.n_kept)
                    .with("announced", offer.n_announced.unwrap_or_default())
                    .with_message("section", Message::new(offer.section.name()))
            }
            None => Message::new(&NOTHING),
        };
        Message::new(&AT_PLACE)
            .with_message(
                "place",
                place(self.section, (self.record, self.item), self.field),
            )
            .with_message("fault", self.fault())
            .with_message("cause", cause)
            .with_message("way_out", way_out)
    }

    /// What is wrong, without the place.
    fn fault(&self) -> Message {
        let (phrase, allowed) = match self.code {
            ErrorCode::FileTooLarge => (&FILE_TOO_LARGE, ""),
            ErrorCode::NotPmx if self.other_kind.is_some() => (&OTHER_KIND, ""),
            ErrorCode::NotPmx => (&NOT_PMX, ""),
            ErrorCode::Pmx10 => (&PMX_10, ""),
            ErrorCode::Pmd => (&PMD, ""),
            ErrorCode::DamagedSignature => (&DAMAGED_SIGNATURE, ""),
            ErrorCode::Version => (&VERSION, ""),
            ErrorCode::GlobalsCount => (&NOT_ALLOWED, "8..255"),
            ErrorCode::Encoding
            | ErrorCode::IkLimitByte
            | ErrorCode::ToonFlag
            | ErrorCode::FrameElementKind => (&NOT_ALLOWED, "0, 1"),
            ErrorCode::ExtraUvCount | ErrorCode::DeformKind => (&NOT_ALLOWED, "0..4"),
            ErrorCode::IndexSize => (&NOT_ALLOWED, "1, 2, 4"),
            ErrorCode::MorphKind => (&NOT_ALLOWED, "0..10"),
            ErrorCode::NegativeCount => (&NEGATIVE_COUNT, ""),
            ErrorCode::NegativeTextLength => (&NEGATIVE_TEXT, ""),
            ErrorCode::CountOverFile => (&COUNT_OVER_FILE, ""),
            ErrorCode::TextOverFile => (&TEXT_OVER_FILE, ""),
            ErrorCode::Cut if self.want == Some(1) => (&CUT_AT_END, ""),
            ErrorCode::Cut => (&CUT, ""),
        };
        let mut message = Message::new(phrase)
            .with("offset", self.offset)
            .with("allowed", allowed);
        if let Some(want) = self.want {
            message = message.with("want", want);
        }
        if let Some(left) = self.left {
            message = message.with("left", left);
        }
        if let Some(kind) = self.other_kind {
            message = message.with("kind", kind.name());
        }
        match self.value {
            Some(Value::Hex(bits)) => {
                let bytes = bits.to_be_bytes().map(|byte| format!("{byte:02X}"));
                message
                    .with("bytes", bytes.join(" "))
                    .with("number", f32::from_bits(bits))
            }
            Some(value @ Value::Number(_)) => message.with("value", value),
            None => message,
        }
    }
}

static INDEX_DOES_NOT_FIT: Phrase = Phrase::new(
    "索引 {value} 超出了该字段的宽度，无法写入。",
    "インデックス {value} はこのフィールドの幅に収まらないため書き込めません。",
    "the index {value} does not fit its field and cannot be written.",
);
static VALUE_DOES_NOT_FIT: Phrase = Phrase::new(
    "值超出了该字段的范围，无法写入。",
    "値がこのフィールドに収まらないため書き込めません。",
    "the value does not fit its field and cannot be written.",
);
static FLAGS_DISAGREE: Phrase = Phrase::new(
    "标志与数据不一致：有标志而没有数据，或有数据而没有标志。",
    "フラグとデータが一致しません（どちらか一方だけがあります）。",
    "flag and data disagree: one is there without the other.",
);
static TEXT_ENCODING: Phrase = Phrase::new(
    "文本的编码与文件的编码不同。",
    "文字列のエンコードがファイルのエンコードと違います。",
    "the text is not in the encoding of the file.",
);
static TOO_LARGE: Phrase = Phrase::new(
    "内容太大：PMX 文件必须小于 2 GiB。",
    "大きすぎます。PMX は 2 GiB 未満でなければなりません。",
    "too large: a PMX file must be smaller than 2 GiB.",
);

impl WriteError {
    /// The fault as one sentence for people.
    pub fn message(&self) -> Message {
        let phrase = match self.code {
            WriteErrorCode::IndexDoesNotFit => &INDEX_DOES_NOT_FIT,
            WriteErrorCode::ValueDoesNotFit => &VALUE_DOES_NOT_FIT,
            WriteErrorCode::FlagsDisagree => &FLAGS_DISAGREE,
            WriteErrorCode::TextEncoding => &TEXT_ENCODING,
            WriteErrorCode::TooLarge => &TOO_LARGE,
        };
        let mut fault = Message::new(phrase);
        if let Some(value) = self.value {
            fault = fault.with("value", value);
        }
        Message::new(&AT_PLACE)
            .with_message(
                "place",
                place(self.section, (self.record, self.item), self.field),
            )
            .with_message("fault", fault)
            .with_message("cause", Message::new(&NOTHING))
            .with_message("way_out", Message::new(&NOTHING))
    }
}
