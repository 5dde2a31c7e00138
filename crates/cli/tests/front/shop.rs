//! The repository of the front page: the shop under `examples/`, with a commit that refactored it. Its commits have fixed ids.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub struct Shop(tempfile::TempDir);

/// What both versions of the shop use and the examples leave out.
const ITEM: &str = "package shop;\n\ninterface Item {\n    int price();\n\n    int count();\n}\n";

pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.join("../..").canonicalize().expect("the workspace")
}

impl Shop {
    /// None where there is no git to make it with.
    pub fn new() -> Option<Self> {
        if Command::new("git").arg("--version").output().is_err() {
            println!("SKIPPED: no git on this machine, so no repository could be built");
            return None;
        }
        let shop = Self(tempfile::tempdir().expect("a temporary folder"));
        fs::create_dir_all(shop.path().join("src/shop")).expect("created");
        shop.git(&["init", "-q", "-b", "main"]);
        shop.copy("examples/suggest/shop");
        shop.copy("examples/detect/before/shop");
        fs::write(shop.path().join("src/shop/Item.java"), ITEM).expect("written");
        shop.commit("Send invoices");
        shop.copy("examples/detect/after/shop");
        shop.commit("Name the net amount and the tax rate");
        Some(shop)
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    fn copy(&self, folder: &str) {
        for entry in fs::read_dir(root().join(folder))
            .expect("an example")
            .flatten()
        {
            let to = self.path().join("src/shop").join(entry.file_name());
            fs::copy(entry.path(), to).expect("copied");
        }
    }

    fn commit(&self, message: &str) {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "-m", message]);
    }

    fn git(&self, args: &[&str]) {
        let output = self
            .command("git")
            .args([
                "-c",
                "user.name=Ada",
                "-c",
                "user.email=ada@example.invalid",
            ])
            .args(["-c", "commit.gpgsign=false", "-c", "core.autocrlf=false"])
            .args(args)
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_AUTHOR_DATE", "2026-01-31T12:00:00Z")
            .env("GIT_COMMITTER_DATE", "2026-01-31T12:00:00Z")
            .output()
            .expect("git runs");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }

    /// A program in the repository, with an empty home and nothing else in its environment.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", self.path().join(".git"))
            .current_dir(self.path());
        command
    }

    /// What a line that begins with `reweave` prints, its notes included.
    pub fn run(&self, line: &str, colour: bool) -> String {
        let words = words(line);
        assert_eq!(words[0], "reweave", "{line}");
        let mut command = self.command(env!("CARGO_BIN_EXE_reweave"));
        let when = if colour { "always" } else { "never" };
        let output = command
            .args(&words[1..])
            .env("REWEAVE_COLOR", when)
            .output()
            .expect("reweave runs");
        let code = output.status.code();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        let all = text(output.stderr) + &text(output.stdout);
        assert!(matches!(code, Some(0 | 1)), "{line}: {code:?} {all}");
        all
    }
}

/// Words as a shell takes them, with double quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().expect("one at least").push(c),
        }
    }
    words
}

/// Compares with what is committed, or writes it where that was asked for.
pub fn same_or_write(path: &str, now: &str) {
    let file = root().join(path);
    if std::env::var_os("REWEAVE_UPDATE").is_some() {
        fs::write(&file, now).expect("written");
        return;
    }
    let before = fs::read_to_string(&file).unwrap_or_default();
    assert!(
        before == now,
        "{path} does not show what the commands print now; `REWEAVE_UPDATE=1 cargo test -p reweave --test front` records it \
         anew. Now:\n{now}"
    );
}
