//! Evaluation: random tests, oracles, suites, planted cases, benchmarks. `cargo xtask --help` lists it. One file a task, one line here.

mod ablate;
mod bench;
mod binary;
mod causes;
mod compare_fresh;
mod compare_score;
mod corpus;
mod crash;
mod cut;
mod dump_java;
mod eclipse_script;
mod eval;
mod fortran_read;
mod fuzz;
mod gfortran;
mod history;
mod install;
mod java_index;
mod java_libraries;
mod javac;
mod jdt;
mod ledger;
mod located;
mod mined;
mod names_agree;
mod oracle;
mod page;
mod pairs;
mod performed;
mod photran;
mod php_extract;
mod php_libraries;
mod php_occurrences;
mod planted;
mod purity;
mod python;
mod release;
mod releases;
mod replay_clients;
mod replay_round;
mod review_page;
mod same;
mod scaffold;
mod score;
mod servers;
mod shared;
mod silver;
mod size;
mod storm;
mod suggest_fresh;
mod suggest_releases;
mod suite;
mod synthetic;
mod test;
mod threads;
mod train;
mod trial;
mod yardstick;

use anyhow::Result;
use clap::Parser;

#[derive(Parser)]
#[command(
    name = "cargo xtask",
    bin_name = "cargo xtask",
    about = "Tests, scores, benchmarks and corpora of Reweave"
)]
enum Task {
    /// Take away one condition of detection after the other, and count what holds each up
    Ablate(ablate::Args),
    /// Measure speed and memory; each benchmark ends with one line of figures
    Bench(bench::Args),
    /// Count at which stage detection lost what it misses
    Causes(causes::Args),
    /// Compare releases drawn from Maven Central, replay their logs, and draw reports to be judged
    CompareFresh(compare_fresh::Args),
    /// Score the comparison of releases against what their notes say
    CompareScore(compare_score::Args),
    /// Fetch, check and unpack source code from Maven Central into the cache
    Corpus(corpus::Args),
    /// Kill writes and undos at random moments; no program may be left torn
    Crash(crash::Args),
    /// Call detections off at random moments: what they then report must be part of the whole report
    Cut(cut::Args),
    /// Print what Java files become in the model
    DumpJava(dump_java::Args),
    /// Give a refactoring script to Eclipse's own reader and descriptors
    EclipseScript(eclipse_script::Args),
    /// Detect the refactorings of every case of an oracle
    Eval(eval::Args),
    /// Mine a Git repository made of the oracle: nothing lost, same bytes, killed and resumed, budgets
    History(history::Args),
    /// What the binary spends on each command
    Size(size::Args),
    /// Install as the README says, into an empty home, and run the commands that it shows
    Install(install::Args),
    /// Compare the ledgers of reviews with git's own count of changed lines
    Ledger(ledger::Args),
    /// Compare the places of rm-json with those of the reference
    Located(located::Args),
    /// How many findings can be verified by performing them
    Performed(performed::Args),
    /// Open review pages in a browser: console, accessibility, keyboard
    ReviewPage(review_page::Args),
    /// Compare what is called pure with people's labels
    Purity(purity::Args),
    /// Write down what every command answers to a fixed set of questions, or compare with what was written
    Same(same::Args),
    /// Score detection on the oracle and compare with the figures in conformance/
    Score(score::Args),
    /// The servers for agents and editors, driven by clients of others and by random attempts
    Servers(servers::Args),
    /// Score detection on releases of libraries against the reference tool
    Silver(silver::Args),
    /// Score detection on commits that were made with known refactorings
    Synthetic(synthetic::Args),
    /// Read all Fortran of the suites, and list what was not understood
    FortranRead(fortran_read::Args),
    /// Mutated real files through every command and language: no panic, crash or hang, and bounded memory
    Fuzz(fuzz::Args),
    /// Run other tools' extract and rename cases through the PHP refactorings
    PhpExtract(php_extract::Args),
    /// Rename and pull up at random in real PHP libraries, and check every changed file with php
    PhpLibraries(php_libraries::Args),
    /// Compare PHP name binding with another tool's marked occurrences
    PhpOccurrences(php_occurrences::Args),
    /// Compare with the cases of Photran, the Fortran tool of paper 5
    Photran(photran::Args),
    /// Open the HTML report of `suggest` in a browser without a window
    Page(page::Args),
    /// Plant cases with a known answer among real code, and see which `suggest` finds
    Planted(planted::Args),
    /// Real methods, copied in ten ways: how many copies `suggest` finds
    PlantedCopies(planted::copies::Args),
    /// Write the index of the public Java API that ships with the tool, from the installed JDK
    JavaIndex(java_index::Args),
    /// Write the file and the line of a new refactoring
    NewRefactoring(scaffold::Refactoring),
    /// Write the file and the lines of a new detected type
    NewType(scaffold::Type),
    /// Write the file and the line of a new check of Java
    NewCheck(scaffold::Check),
    /// Refactor real Java libraries at random, and run their own tests before and after
    JavaLibraries(java_libraries::Args),
    /// Run Eclipse's cases of the Java refactorings
    Jdt(jdt::Args),
    /// Compare what names mean with what javac says, on real libraries
    NamesAgree(names_agree::Args),
    /// Bring real clients of libraries to new releases, and let javac judge
    ReplayClients(replay_clients::Args),
    /// Refactor libraries at random, compare them with what they were, and replay the log on their clients
    ReplayRound(replay_round::Args),
    /// Build the wheel of the Python package, and test it in a clean environment
    Python(python::Args),
    /// Mine repositories into tables: the same rows on any number of threads, and after kills
    Mined(mined::Args),
    /// Make a Git repository of the releases of ten libraries from Maven Central
    Releases(releases::Args),
    /// Random refactorings over real programs, judged by the language's own tool
    Storm(storm::Args),
    /// What could be refactored in several releases, and what was refactored between them
    SuggestReleases(suggest_releases::Args),
    /// What `suggest` says of libraries drawn from Maven Central, for a judge and for javac
    SuggestFresh(suggest_fresh::Args),
    /// Learn the scores of detection from the oracles, and say how they do on projects left out
    Train(train::Args),
    /// Run everything: unit, fixture and conformance tests; what is missing here is skipped aloud
    Test(test::Args),
}

/// Does what the command line asks for.
pub fn main() -> Result<()> {
    match Task::parse() {
        Task::Ablate(args) => ablate::run(&args),
        Task::Bench(args) => bench::run(&args),
        Task::Causes(args) => causes::run(&args),
        Task::CompareFresh(args) => compare_fresh::run(&args),
        Task::CompareScore(args) => compare_score::run(&args),
        Task::Corpus(args) => corpus::run(&args),
        Task::Crash(args) => crash::run(&args),
        Task::Cut(args) => cut::run(&args),
        Task::DumpJava(args) => dump_java::run(&args),
        Task::EclipseScript(args) => eclipse_script::run(&args),
        Task::Eval(args) => eval::run(&args),
        Task::History(args) => history::run(&args),
        Task::Size(args) => size::run(&args),
        Task::Install(args) => install::run(&args),
        Task::Ledger(args) => ledger::run(&args),
        Task::Located(args) => located::run(&args),
        Task::Performed(args) => performed::run(&args),
        Task::ReviewPage(args) => review_page::run(&args),
        Task::Purity(args) => purity::run(&args),
        Task::Same(args) => same::run(&args),
        Task::Score(args) => score::run(&args),
        Task::Servers(args) => servers::run(&args),
        Task::Silver(args) => silver::run(&args),
        Task::Synthetic(args) => synthetic::run(&args),
        Task::FortranRead(args) => fortran_read::run(&args),
        Task::Fuzz(args) => fuzz::run(&args),
        Task::PhpExtract(args) => php_extract::run(&args),
        Task::PhpLibraries(args) => php_libraries::run(&args),
        Task::PhpOccurrences(args) => php_occurrences::run(&args),
        Task::Photran(args) => photran::run(&args),
        Task::Page(args) => page::run(&args),
        Task::Planted(args) => planted::run(&args),
        Task::PlantedCopies(args) => planted::copies::run(&args),
        Task::JavaIndex(args) => java_index::run(&args),
        Task::JavaLibraries(args) => java_libraries::run(&args),
        Task::NewRefactoring(args) => scaffold::refactoring(&args),
        Task::NewType(args) => scaffold::detected_type(&args),
        Task::NewCheck(args) => scaffold::check(&args),
        Task::Jdt(args) => jdt::run(&args),
        Task::NamesAgree(args) => names_agree::run(&args),
        Task::ReplayClients(args) => replay_clients::run(&args),
        Task::ReplayRound(args) => replay_round::run(&args),
        Task::Python(args) => python::run(&args),
        Task::Mined(args) => mined::run(&args),
        Task::Releases(args) => releases::run(&args),
        Task::Storm(args) => storm::run(&args),
        Task::SuggestFresh(args) => suggest_fresh::run(&args),
        Task::SuggestReleases(args) => suggest_releases::run(&args),
        Task::Train(args) => train::run(&args),
        Task::Test(args) => test::run(&args),
    }
}
