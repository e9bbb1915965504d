//! What the GPU's side can fail by, and how to say it. It handles nothing.

use crate::base::text::{Message, Phrase};

/// The picture cannot be drawn on this GPU.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GpuError {
    /// OpenGL is older than 3.3 (or OpenGL ES older than 3.0).
    #[error("OpenGL 3.3 is needed, this is {found}")]
    OldOpenGl {
        /// What it calls itself.
        found: String,
    },
    /// The driver refused a shader.
    #[error("the driver refused a shader: {log}")]
    Shader {
        /// What the driver said.
        log: String,
    },
    /// The driver refused memory for a picture of this size.
    #[error("no memory for a picture of {width} x {height} pixels: {reason}")]
    Canvas {
        /// Width asked for, pixels.
        width: u32,
        /// Height asked for, pixels.
        height: u32,
        /// What the driver said.
        reason: String,
    },
    /// A side of the picture is 0 or beyond what the GPU can do.
    #[error("{width} x {height} pixels, each side must be 1 to {most}")]
    Size {
        /// Width asked for, pixels.
        width: u32,
        /// Height asked for, pixels.
        height: u32,
        /// The longest side the GPU can do, pixels.
        most: u32,
    },
}

/// A picture without a window cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OffscreenError {
    /// Only Linux and its kin can draw without a window.
    #[error("drawing without a window is not possible on this system")]
    NotOnThisSystem,
    /// The library libEGL is not installed.
    #[error("the EGL library (libEGL.so.1) was not found")]
    NoEglLibrary,
    /// EGL is there, but no device of it gives an OpenGL 3.3 context.
    #[error("no EGL device offers OpenGL 3.3: {detail}")]
    NoDevice {
        /// What each device answered.
        detail: String,
    },
    /// The GPU's side failed.
    #[error(transparent)]
    Gpu(#[from] GpuError),
}

static OLD_OPENGL: Phrase = Phrase::new(
    "3D 预览需要 OpenGL 3.3，这台电脑只提供 {found}。请更新显卡驱动；远程桌面和虚拟机里通常没有可用的显卡。",
    "3D プレビューには OpenGL 3.3 が必要ですが、このパソコンでは {found} しか使えません。グラフィックドライバーを更新してください。リモートデスクトップや仮想マシンでは使えないことがあります。",
    "The 3D preview needs OpenGL 3.3; this computer offers {found}. Update the graphics driver. Remote desktops and virtual machines often have none.",
);
static SHADER: Phrase = Phrase::new(
    "显卡驱动不接受预览所用的着色器，无法显示 3D 画面。请更新显卡驱动。驱动的说明：{log}",
    "グラフィックドライバーがプレビュー用のシェーダーを受け付けないため、3D 表示ができません。ドライバーを更新してください。ドライバーの報告：{log}",
    "The graphics driver refused a shader of the preview, so nothing can be shown in 3D. Update the driver. It says: {log}",
);
static CANVAS: Phrase = Phrase::new(
    "显存不足，无法绘制 {width} × {height} 像素的画面（{reason}）。请缩小预览窗口，或关闭其他占用显存的程序。",
    "{width} × {height} ピクセルの画面を描くためのビデオメモリが足りません（{reason}）。プレビューを小さくするか、ほかのプログラムを終了してください。",
    "There is no graphics memory for a picture of {width} × {height} pixels ({reason}). Make the preview smaller or close other programs.",
);
static SIZE: Phrase = Phrase::new(
    "画面大小 {width} × {height} 像素无效：每边须为 1 到 {most} 像素。",
    "画像の大きさ {width} × {height} ピクセルは使えません。各辺は 1～{most} ピクセルにしてください。",
    "A picture of {width} × {height} pixels is not possible: each side must be 1 to {most} pixels.",
);
static NOT_ON_THIS_SYSTEM: Phrase = Phrase::new(
    "在这个系统上，没有窗口就无法生成预览图。请打开程序窗口来预览。",
    "このシステムでは、ウィンドウなしでプレビュー画像を作ることができません。プログラムのウィンドウを開いてプレビューしてください。",
    "On this system preview pictures cannot be made without a window. Open the program's window to see the preview.",
);
static NO_EGL_LIBRARY: Phrase = Phrase::new(
    "没有找到 EGL 库（libEGL.so.1），无法生成预览图。在 Debian 和 Ubuntu 上请安装 libegl1 和 libgl1-mesa-dri。",
    "EGL ライブラリ（libEGL.so.1）が見つからないため、プレビュー画像を作れません。Debian や Ubuntu では libegl1 と libgl1-mesa-dri をインストールしてください。",
    "The EGL library (libEGL.so.1) was not found, so no preview picture can be made. On Debian and Ubuntu install libegl1 and libgl1-mesa-dri.",
);
static NO_DEVICE: Phrase = Phrase::new(
    "找不到支持 OpenGL 3.3 的显卡，也没有软件渲染器，无法生成预览图（{detail}）。在 Debian 和 Ubuntu 上安装 libgl1-mesa-dri 即可使用软件渲染。",
    "OpenGL 3.3 に対応したグラフィック機能もソフトウェア描画も見つからないため、プレビュー画像を作れません（{detail}）。Debian や Ubuntu では libgl1-mesa-dri をインストールするとソフトウェア描画が使えます。",
    "Neither a graphics device with OpenGL 3.3 nor a software renderer was found, so no preview picture can be made ({detail}). On Debian and Ubuntu libgl1-mesa-dri brings a software renderer.",
);

impl GpuError {
    /// The sentence for people.
    pub fn message(&self) -> Message {
        match self {
            Self::OldOpenGl { found } => Message::new(&OLD_OPENGL).with("found", found),
            Self::Shader { log } => Message::new(&SHADER).with("log", log),
            Self::Canvas {
                width,
                height,
                reason,
            } => Message::new(&CANVAS)
                .with("width", width)
                .with("height", height)
                .with("reason", reason),
            Self::Size {
                width,
                height,
                most,
            } => Message::new(&SIZE)
                .with("width", width)
                .with("height", height)
                .with("most", most),
        }
    }
}

impl OffscreenError {
    /// The sentence for people.
    pub fn message(&self) -> Message {
        match self {
            Self::NotOnThisSystem => Message::new(&NOT_ON_THIS_SYSTEM),
            Self::NoEglLibrary => Message::new(&NO_EGL_LIBRARY),
            Self::NoDevice { detail } => Message::new(&NO_DEVICE).with("detail", detail),
            Self::Gpu(error) => error.message(),
        }
    }
}
