//! Floor 6: the command line. Arguments in, text or JSON out, exit code 0 or 2; the work is `session`'s.

mod figures;
mod output;
mod packages;
mod pictures;
mod projects;
mod proving;
mod verbs;

use crate::base::files;
use crate::base::text::Language;
use crate::session::inspect::Damage;
use crate::session::package_picture::State;
use clap::{Args, CommandFactory as _, Parser, Subcommand};
use output::Output;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What the command line asked for.
#[derive(Debug)]
pub enum Request {
    /// A command was run; the program ends with this code.
    Done(ExitCode),
    /// The window is wanted.
    Window {
        /// The file to open in it.
        file: Option<PathBuf>,
        /// The sample is wanted.
        sample: Sample,
    },
}

/// Whether the window opens the sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sample {
    /// Yes.
    Wanted,
    /// No.
    NotWanted,
}

/// Author, prove, preview and export BEM packages. Without a command the window opens.
#[derive(Parser, Debug)]
#[command(
    name = "bem-studio",
    version,
    about,
    args_conflicts_with_subcommands = true
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// A file to open in the window.
    file: Option<PathBuf>,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Opens the window
    Open {
        /// Model, project, catalogue or package to open
        file: Option<PathBuf>,
        /// Open the sample
        #[arg(long)]
        sample: bool,
    },
    /// Imports a PMX or MDL model for a character and writes a project
    Import(projects::ImportArguments),
    /// Exports a project as a package, proved and read back
    Export {
        /// The project
        project: PathBuf,
        /// The package to write
        #[arg(short, long, value_name = "FILE.bem")]
        output: PathBuf,
        #[command(flatten)]
        format: Format,
    },
    /// Checks packages by every rule
    Check {
        /// The packages
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Judge as if the package were to be written: every broken rule rejects
        #[arg(long)]
        export: bool,
        #[command(flatten)]
        telling: verbs::Telling,
    },
    /// Proves a manifest with payload sizes over all its selections
    Prove {
        /// The JSON file: `manifest`, `payload_sizes`, `minor`
        file: PathBuf,
        #[command(flatten)]
        format: Format,
    },
    /// Renders a project, or one state of a package, without a window
    Render {
        /// The project, a package, or a model file
        file: PathBuf,
        /// The picture to write
        #[arg(short, long, value_name = "FILE.png")]
        output: PathBuf,
        /// Width and height in pixels
        #[arg(long, default_value = "1280x800", value_name = "WIDTHxHEIGHT")]
        size: String,
        /// group:choice&group:choice, or the appearance of a 1.0 package; what is left out is at its default
        #[arg(long, default_value = "", value_name = "OPTIONS")]
        select: String,
        /// slider:tick&slider:tick; what is left out is at its default
        #[arg(long, default_value = "", value_name = "SLIDERS")]
        params: String,
        #[command(flatten)]
        format: Format,
    },
    /// Tells what is in a PMX or MDL file
    Inspect {
        /// The file
        file: PathBuf,
        /// Of a file that is cut off, tell what is whole
        #[arg(long)]
        salvage: bool,
        #[command(flatten)]
        format: Format,
    },
    /// Reads a PMX file and writes it back, byte for byte
    Rewrite {
        /// The file
        file: PathBuf,
        /// The file to write
        #[arg(short, long, value_name = "OUT.pmx")]
        output: PathBuf,
        #[command(flatten)]
        format: Format,
    },
    #[command(flatten)]
    Verb(verbs::Verb),
}

/// How results are printed.
#[derive(Args, Clone, Copy, Debug)]
struct Format {
    /// Print JSON, one line a result
    #[arg(long)]
    json: bool,
    /// Language of sentences: zh, ja or en
    #[arg(long, value_parser = parse_language, default_value = "en")]
    lang: Language,
}

fn parse_language(text: &str) -> Result<Language, String> {
    let known = Language::ALL
        .into_iter()
        .find(|language| language.code() == text);
    known.ok_or_else(|| "zh, ja or en".to_owned())
}

/// Reads the command line and does what it says, or says that the window is wanted.
pub fn run() -> Request {
    let arguments = match parsed() {
        Ok(arguments) => arguments,
        Err(told) => return Request::Done(told),
    };
    if let Some(file) = arguments.file.as_ref().filter(|file| !exists(file)) {
        return Request::Done(unknown(file));
    }
    let Some(command) = arguments.command else {
        return Request::Window {
            file: arguments.file,
            sample: Sample::NotWanted,
        };
    };
    let done = match command {
        Command::Open { file, sample } => {
            let sample = if sample {
                Sample::Wanted
            } else {
                Sample::NotWanted
            };
            return Request::Window { file, sample };
        }
        Command::Import(arguments) => projects::import(&arguments),
        Command::Export {
            project,
            output,
            format,
        } => projects::export(&project, &output, &Output::new(format)),
        Command::Check {
            files,
            export,
            telling,
        } => packages::check(&files, export.into(), &telling),
        Command::Prove { file, format } => proving::prove(&file, &Output::new(format)),
        Command::Render {
            file,
            output,
            size,
            select,
            params,
            format,
        } => {
            let state = State {
                options: &select,
                sliders: &params,
            };
            pictures::render(&file, state, &output, &size, &Output::new(format))
        }
        Command::Inspect {
            file,
            salvage,
            format,
        } => {
            let damage = if salvage {
                Damage::Salvage
            } else {
                Damage::Refuse
            };
            figures::inspect(&file, damage, &Output::new(format))
        }
        Command::Rewrite {
            file,
            output,
            format,
        } => figures::rewrite(&file, &output, &Output::new(format)),
        Command::Verb(verb) => verbs::run(verb),
    };
    Request::Done(done)
}

/// The command line, or the exit code once its help or its fault has been told.
fn parsed() -> Result<Arguments, ExitCode> {
    Arguments::try_parse().map_err(|error| {
        let is_fault = error.use_stderr();
        // Nobody is left to tell when the terminal is gone.
        drop(error.print());
        if is_fault {
            ExitCode::from(2)
        } else {
            ExitCode::SUCCESS
        }
    })
}

/// Whether something stands at a path.
fn exists(path: &Path) -> bool {
    files::is_file(path) || files::is_folder(path)
}

/// What was typed is neither a command nor a file: a slip is told, no window opens.
fn unknown(word: &Path) -> ExitCode {
    let typed = word.to_string_lossy();
    let known = Arguments::command();
    let mut names = known.get_subcommands().map(clap::Command::get_name);
    let near = names.find(|name| is_near(name, &typed));
    let hint = near.map_or_else(String::new, |name| format!(" Did you mean \"{name}\"?"));
    let text = format!("\"{typed}\" is neither a command nor a file.{hint} See bem-studio --help.");
    let mut out = std::io::stderr().lock();
    // Nobody is left to tell when the terminal is gone.
    drop(writeln!(out, "{text}"));
    ExitCode::from(output::FAILURE)
}

/// Whether two words have the same letters but for two.
fn is_near(a: &str, b: &str) -> bool {
    let mut rest: Vec<char> = b.chars().collect();
    let n_missing = a.chars().filter(|letter| {
        let at = rest.iter().position(|other| other == letter);
        at.map(|at| rest.remove(at)).is_none()
    });
    n_missing.count() + rest.len() <= 2
}
