//! Sentences about saved texts.

use crate::base::text::Phrase;

pub(super) static BAD_PAIR: Phrase = Phrase::new(
    "第 {number} 项“{pair}”不合规：每项写作“ID:值”，不含空格，各项之间用单个“&”连接。",
    "{number} 番目の項目「{pair}」は使えません。項目は空白なしの「ID:値」で、間を一つの「&」でつなぎます。",
    "Entry {number}, “{pair}”, cannot be used: entries read “id:value” without spaces, joined by a single “&”.",
);
pub(super) static TWICE: Phrase = Phrase::new(
    "“{id}”出现了不止一次；只有第一次算数。",
    "「{id}」が二度以上出てきます。最初のものだけが有効です。",
    "“{id}” stands there more than once; only the first one counts.",
);
pub(super) static BAD_TICK: Phrase = Phrase::new(
    "滑块“{parameter}”的值“{value}”不合规：应为 {min} 到 {max} 的整数，步长 {step}，不带正负号。",
    "スライダー「{parameter}」の値「{value}」は使えません。{min}〜{max} の整数を {step} 刻みで、符号なしで書きます。",
    "The value “{value}” of the slider “{parameter}” cannot be used: a whole number from {min} to {max} in steps of {step}, without a sign, belongs there.",
);
pub(super) static LEADING_ZEROS: Phrase = Phrase::new(
    "滑块“{parameter}”的值“{value}”前面有多余的零。",
    "スライダー「{parameter}」の値「{value}」の頭に余分な 0 があります。",
    "The value “{value}” of the slider “{parameter}” has leading zeros.",
);
pub(super) static UNKNOWN_DRIVER: Phrase = Phrase::new(
    "没有驱动器“{id}”。",
    "ドライバー「{id}」はありません。",
    "There is no driver “{id}”.",
);
pub(super) static UNKNOWN_COMMAND: Phrase = Phrase::new(
    "驱动器“{id}”的命令“{value}”未知，只能是：{allowed}。",
    "ドライバー「{id}」への命令「{value}」は知られていません。使えるのは {allowed} です。",
    "The command “{value}” for the driver “{id}” is unknown; only {allowed} can stand there.",
);
pub(super) static BAD_KEY: Phrase = Phrase::new(
    "按键“{value}”不可用：按键写作“F1”“CTRL+F2”“NUMPAD1”这样的形式，不含“&”“:”和空格。",
    "キー「{value}」は使えません。「F1」「CTRL+F2」「NUMPAD1」のように書き、「&」「:」と空白は入れません。",
    "The key “{value}” cannot be used: keys read like “F1”, “CTRL+F2” or “NUMPAD1” and contain no “&”, no “:” and no space.",
);
pub(super) static TOO_MANY: Phrase = Phrase::new(
    "有 {value} 个热键，最多 {limit} 个；多出的不起作用。",
    "ホットキーは {value} 個ありますが、{limit} 個までです。余りは働きません。",
    "There are {value} hotkeys; {limit} are allowed. Those beyond have no effect.",
);
pub(super) static KEY_TWICE: Phrase = Phrase::new(
    "按键“{value}”同时控制驱动器“{first}”和“{id}”。",
    "キー「{value}」がドライバー「{first}」と「{id}」の両方に割り当てられています。",
    "The key “{value}” is bound to the drivers “{first}” and “{id}” at once.",
);
pub(super) static OVERLAY_KEY: Phrase = Phrase::new(
    "驱动器“{id}”的按键“{value}”与游戏内面板的热键相同。",
    "ドライバー「{id}」のキー「{value}」は、ゲーム内パネルのホットキーと同じです。",
    "The key “{value}” of the driver “{id}” is also the hotkey of the panel in the game.",
);
