//! How a root is to be read, as it is said on the command line.

use crate::settings::Settings;
use reweave_project::{BuildTool, Setup};

#[derive(clap::Args)]
pub struct AroundArgs {
    /// Java: jars and folders of classes that the program needs, as `java -cp` takes them; what a file in the root lists
    /// (`.classpath`, `target/classpath.txt`, `build/classpath.txt`) is taken along
    #[arg(long, value_name = "PATH")]
    pub classpath: Option<String>,
    /// Java: ask the installed build tool for the class path; this runs the project's build
    #[arg(long, value_name = "TOOL", value_enum)]
    pub classpath_from: Option<Tool>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
pub enum Tool {
    Maven,
    Gradle,
}

/// The compilers that `--verify` takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Compiler {
    Javac,
}

impl AroundArgs {
    pub fn setup(&self, settings: &Settings) -> Setup {
        Setup {
            classpath: self.classpath.clone(),
            classpath_from: self.classpath_from.map(|tool| match tool {
                Tool::Maven => BuildTool::Maven,
                Tool::Gradle => BuildTool::Gradle,
            }),
            config: settings.file.clone(),
        }
    }
}
