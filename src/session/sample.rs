//! The sample: a figure and a character of our own, carried in the program and unpacked where they can be opened.

use crate::base::files;
use crate::base::text::Message;
use crate::session::words;
use std::path::PathBuf;

/// The figure, below the sample's folder.
pub const FIGURE: &str = "humanoid.pmx";
/// The catalogue, below the sample's folder.
pub const CATALOG: &str = "sample.catalog.json";

macro_rules! sample_files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_bytes!(concat!("../../resources/sample/", $name)).as_slice())),*]
    };
}

static FILES: &[(&str, &[u8])] = sample_files![
    "humanoid.pmx",
    "sample.catalog.json",
    "tex/body.png",
    "tex/cloth.bmp",
    "tex/eye.png",
    "tex/face.png",
    "tex/hair.tga",
    "sph/hair.spa",
    "toon/skin.bmp",
];

/// Where the sample is unpacked: the user's data folder, or the one `BEM_STUDIO_DATA` names.
pub fn folder() -> PathBuf {
    let own = std::env::var_os("BEM_STUDIO_DATA").map(PathBuf::from);
    let user = || {
        directories::ProjectDirs::from("", "", "bem-studio")
            .map(|dirs| dirs.data_dir().to_path_buf())
    };
    own.or_else(user)
        .unwrap_or_else(|| PathBuf::from("."))
        .join("sample")
}

/// Unpacks the sample. What is there already and equal stays untouched.
///
/// # Errors
///
/// Why the sample cannot be written to the data folder.
pub fn unpack() -> Result<PathBuf, Message> {
    let folder = folder();
    for (name, bytes) in FILES {
        let path = folder.join(name);
        let is_there = files::read_capped(&path, bytes.len() as u64).is_ok_and(|old| old == *bytes);
        if !is_there {
            let made = files::make_folder(&files::folder_of(&path));
            made.and_then(|()| files::write_atomic(&path, bytes))
                .map_err(|error| words::file_error(&error))?;
        }
    }
    Ok(folder)
}
