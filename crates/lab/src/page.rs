//! `cargo xtask page`: the HTML report of `suggest` in a real browser, without a window.
//!
//! The browser runs the page's script and writes the document that comes of it: a filter that hides what does not fit tells that
//! the script ran.

use anyhow::{Context, Result, ensure};
use reweave_advise::{Config, Folder, Format, advise, built_in_types};
use std::path::Path;
use std::process::{Command, Stdio};

#[derive(clap::Args)]
pub struct Args {}

/// Names under which the browser is installed.
const BROWSERS: &[&str] = &["chromium", "chromium-browser", "google-chrome"];

pub fn run(_: &Args) -> Result<()> {
    let Some(browser) = browser() else {
        println!("SKIPPED: the report in a browser, since chromium is missing");
        return Ok(());
    };
    let dir = tempfile::tempdir()?;
    let file = dir.path().join("suggestions.html");
    let page = page()?;
    // A second script chooses a type in the page, as a reader would.
    let choose =
        "<script>kind.value = 'Inline Temp'; kind.dispatchEvent(new Event('change'));</script>";
    std::fs::write(&file, page.replace("</body>", &format!("{choose}</body>")))?;
    let shown = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .arg(format!("file://{}", file.display()))
        .stderr(Stdio::null())
        .output()
        .context("running the browser")?;
    let text = String::from_utf8_lossy(&shown.stdout);
    let hidden = text.matches("hidden=\"\"").count();
    ensure!(
        text.contains("1 of 3 suggestions"),
        "the script did not count what it shows"
    );
    ensure!(hidden == 2, "{hidden} suggestions are hidden, not 2");
    ensure!(text.contains("class=\"heat\""), "there is no heat map");
    println!("page browser={browser} suggestions=3 hidden={hidden}");
    Ok(())
}

/// The name of a browser that is installed.
pub fn browser() -> Option<&'static str> {
    BROWSERS.iter().copied().find(|b| is_there(b))
}

/// Whether a program is on the path.
pub fn is_there(browser: &str) -> bool {
    let quiet = || Stdio::null();
    let version = Command::new(browser)
        .arg("--version")
        .stdout(quiet())
        .stderr(quiet())
        .status();
    version.is_ok_and(|s| s.success())
}

/// A report of three suggestions between two projects.
fn page() -> Result<String> {
    let missed = "class A { int total; int share(int parts, int rest) { if (parts > rest) { return total / parts + rest * 2; } return rest - parts; }\n\
                  int first(Table table, int at) { int row = table.row(); return at * 2 > 8 ? row : at + 1; } }";
    let example = "class B { int total; int share(int parts, int rest) { if (parts > rest) { return total() / parts + rest * 2; } return rest - parts; }\n\
                   int total() { return total; }\n\
                   int first(Table table, int at) { return at * 2 > 8 ? table.row() : at + 1; } }";
    let folder = |name: &str, text: &str| {
        Folder::held(
            Path::new(name),
            vec![(format!("{name}.java"), text.to_owned())],
        )
    };
    let config = Config::default();
    let folders = [folder("A", missed), folder("B", example)];
    let advice = advise(&folders, &built_in_types(), &config.options(), &config)?;
    let kinds: Vec<&str> = advice
        .report
        .suggestions
        .iter()
        .map(|s| s.kind.as_str())
        .collect();
    ensure!(
        kinds.len() == 3 && kinds.contains(&"Inline Temp"),
        "{kinds:?}"
    );
    Ok(Format::Html.write(&advice.report))
}
