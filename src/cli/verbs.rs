//! The commands around packages: `unpack`, `pack`, `bundle`, `plan`, `diff`, `lowest`. One document each, also as a
//! report; exit code 0 or 2.

use super::Format;
use super::output::Output;
use crate::base::cancel::Cancel;
use crate::base::text::Message;
use crate::session::answer::Answer;
use crate::session::bundling;
use crate::session::difference;
use crate::session::packing::{self, Container, HalfConverted};
use crate::session::planning;
use crate::session::release::Failure;
use crate::session::reports::{self, Heading};
use crate::session::sources::{self, Sources};
use crate::session::unpacking::{self, Members};
use crate::session::versions;
use clap::{Args, Subcommand};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// How results are told.
#[derive(Args, Clone, Debug)]
pub(super) struct Telling {
    #[command(flatten)]
    pub(super) format: Format,
    /// Write the JSON document to this file too, also when the command fails
    #[arg(long, value_name = "FILE.json")]
    pub(super) report: Option<PathBuf>,
}

/// What can be done with packages and editable projects.
#[derive(Subcommand, Debug)]
pub(super) enum Verb {
    /// Unpacks a package into an editable project, a collection into one project a package
    Unpack {
        /// The package or collection, binary or ZIP
        file: PathBuf,
        /// The folder to make; it must not exist
        #[arg(short, long, value_name = "FOLDER")]
        output: PathBuf,
        /// Of a collection, write the packages as they lie there instead of projects
        #[arg(long)]
        files: bool,
        #[command(flatten)]
        telling: Telling,
    },
    /// Packs an editable project or export task into a package of the lowest version
    Pack {
        /// A project folder, its project.json, or a *.bemproj.json
        source: PathBuf,
        /// The package to write; an export task may name it itself
        #[arg(short, long, value_name = "FILE.bem")]
        output: Option<PathBuf>,
        /// Write the package as a ZIP
        #[arg(long)]
        zip: bool,
        /// Compression of a binary package: 0 none, 1 fast to 22 small
        #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u8).range(0..=22), conflicts_with = "zip")]
        level: u8,
        /// Finish a half-done conversion from fixed appearances to option groups
        #[arg(long)]
        convert: bool,
        #[command(flatten)]
        telling: Telling,
    },
    /// Bundles binary packages into one collection
    Bundle {
        /// The packages, 1 to 256
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The collection to write
        #[arg(short, long, value_name = "FILE.zip")]
        output: PathBuf,
        #[command(flatten)]
        telling: Telling,
    },
    /// Tells what one selection of a package comes to
    Plan {
        /// A package, or an editable project
        file: PathBuf,
        /// Choices, such as `outfit:a&part:on`; of a 1.0 package the id of an appearance. Others stay at their default
        #[arg(long, default_value = "", hide_default_value = true)]
        select: String,
        /// Slider ticks, such as `sleeve_length:500`
        #[arg(long, default_value = "", hide_default_value = true)]
        params: String,
        #[command(flatten)]
        telling: Telling,
    },
    /// Tells what two packages mean differently; the exit code is 0 whether they differ or not
    Diff {
        /// The first package or editable project
        a: PathBuf,
        /// The second
        b: PathBuf,
        #[command(flatten)]
        telling: Telling,
    },
    /// Tells the lowest format version a package needs, why, and what each reason costs
    Lowest {
        /// A package, or an editable project
        file: PathBuf,
        #[command(flatten)]
        telling: Telling,
    },
}

/// Runs a command.
pub(super) fn run(verb: Verb) -> ExitCode {
    let cancel = stopped_by_signals();
    match verb {
        Verb::Unpack {
            file,
            output,
            files,
            telling,
        } => {
            let wanted = if files {
                Members::Files
            } else {
                Members::Projects
            };
            let told = Told::new("unpack", vec![file.clone()], vec![output.clone()], telling);
            told.run(|| unpacking::unpack(&file, &output, wanted, &cancel))
        }
        Verb::Pack {
            source,
            output,
            zip,
            level,
            convert,
            telling,
        } => {
            let container = if zip {
                Container::Zip
            } else {
                Container::Binary { level }
            };
            let half = if convert {
                HalfConverted::Finish
            } else {
                HalfConverted::Refuse
            };
            let outputs = output.iter().cloned().collect();
            let told = Told::new("pack", vec![source.clone()], outputs, telling);
            let opened = sources::open(&source);
            told.pack(opened, output.as_deref(), |opened| {
                packing::pack(opened, output.as_deref(), container, half, &cancel)
            })
        }
        Verb::Bundle {
            files,
            output,
            telling,
        } => {
            let told = Told::new("bundle", files.clone(), vec![output.clone()], telling);
            told.run(|| bundling::bundle(&files, &output, &cancel))
        }
        Verb::Plan {
            file,
            select,
            params,
            telling,
        } => {
            let told = Told::new("plan", vec![file.clone()], Vec::new(), telling);
            told.run(|| planning::planned(&file, &select, &params, &cancel))
        }
        Verb::Diff { a, b, telling } => {
            let told = Told::new("diff", vec![a.clone(), b.clone()], Vec::new(), telling);
            told.run(|| difference::difference(&a, &b, &cancel))
        }
        Verb::Lowest { file, telling } => {
            let told = Told::new("lowest", vec![file.clone()], Vec::new(), telling);
            told.run(|| versions::lowest(&file, &cancel))
        }
    }
}

/// A token that Ctrl-C and a polite kill raise, so that what was written so far is cleared away before the end.
fn stopped_by_signals() -> Cancel {
    let cancel = Cancel::new();
    let raised = cancel.clone();
    // Where signals cannot be listened to, they end the program at once, as they always did.
    drop(ctrlc::set_handler(move || raised.raise()));
    cancel
}

/// One run of a command: what it reads, writes, and where its result is told.
struct Told {
    command: &'static str,
    sources: Vec<PathBuf>,
    outputs: Vec<PathBuf>,
    report: Option<PathBuf>,
    output: Output,
}

impl Told {
    fn new(
        command: &'static str,
        sources: Vec<PathBuf>,
        outputs: Vec<PathBuf>,
        telling: Telling,
    ) -> Self {
        Self {
            command,
            sources,
            outputs,
            report: telling.report,
            output: Output::new(telling.format),
        }
    }

    fn run<A: Answer>(mut self, work: impl FnOnce() -> Result<A, Failure>) -> ExitCode {
        match self.check_report(&[]) {
            Ok(()) => self.tell(work()),
            Err(code) => code,
        }
    }

    /// Packing knows only on the way what it reads, and an export task where it writes.
    fn pack<A: Answer>(
        mut self,
        opened: Result<Sources, Failure>,
        to: Option<&Path>,
        work: impl FnOnce(Sources) -> Result<A, Failure>,
    ) -> ExitCode {
        let mut inputs = Vec::new();
        if let Ok(opened) = &opened {
            if let (None, Some(report)) = (&self.report, opened.report()) {
                if let Err(message) = reports::make_room(report) {
                    return self.fail(&message.into());
                }
                self.report = Some(report.to_path_buf());
            }
            self.outputs.extend(match to {
                Some(_) => None,
                None => opened.output().map(Path::to_path_buf),
            });
            inputs.extend_from_slice(opened.inputs());
        }
        match self.check_report(&inputs) {
            Ok(()) => self.tell(opened.and_then(work)),
            Err(code) => code,
        }
    }

    /// Nothing is done for a report that has no place to go.
    fn check_report(&mut self, more_inputs: &[PathBuf]) -> Result<(), ExitCode> {
        let Some(report) = &self.report else {
            return Ok(());
        };
        let inputs = [&self.sources, more_inputs].concat();
        match reports::check(report, &inputs, &self.outputs) {
            Ok(()) => Ok(()),
            Err(message) => {
                self.report = None;
                Err(self.fail(&message.into()))
            }
        }
    }

    fn heading(&self, is_good: bool) -> Heading<'_> {
        Heading {
            command: self.command,
            sources: &self.sources,
            is_good,
            language: self.output.language,
        }
    }

    fn tell<A: Answer>(&self, result: Result<A, Failure>) -> ExitCode {
        let answer = match result {
            Ok(answer) => answer,
            Err(failure) => return self.fail(&failure),
        };
        let language = self.output.language;
        let mut facts = answer.facts(language);
        let findings = answer.findings();
        facts.insert("findings".to_owned(), self.output.findings(findings));
        let document = reports::document(self.heading(true), facts, None, findings);
        if let Err(message) = self.write_report(&document) {
            return self.output.failure(&message, findings);
        }
        let lines = answer.lines();
        let mut lines: Vec<String> = lines.iter().map(|line| line.text(language)).collect();
        let findings = findings.iter().map(|finding| self.output.line(finding));
        lines.extend(findings.map(|line| format!("  {line}")));
        self.output.good(&lines.join("\n"), &document)
    }

    fn fail(&self, failure: &Failure) -> ExitCode {
        let Failure { message, findings } = failure;
        let mut facts = serde_json::Map::new();
        facts.insert("findings".to_owned(), self.output.findings(findings));
        let document = reports::document(self.heading(false), facts, Some(message), findings);
        if let Err(unwritten) = self.write_report(&document) {
            return self.output.failure(&unwritten, findings);
        }
        let text = self.output.failure_text(message, findings);
        self.output.bad(&text, &document)
    }

    fn write_report(&self, document: &serde_json::Value) -> Result<(), Message> {
        match &self.report {
            Some(report) => reports::write(report, document),
            None => Ok(()),
        }
    }
}
