//! `reweave review --serve`, asked as a browser, another site and another program would ask; what others say about a change.

use crate::repository::{Repository, git_is_here, run_in};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

struct Server {
    child: Child,
    port: String,
    token: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start(repo: &Repository) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_reweave"))
            .args(["review", "--serve", "--quiet"])
            .current_dir(&repo.path)
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let stderr = BufReader::new(child.stderr.take().expect("its words"));
        let line = stderr
            .lines()
            .map_while(Result::ok)
            .find(|l| l.starts_with("serving on "))
            .expect("its address");
        let address = line.rsplit_once("http://").expect("an address").1;
        let mut parts = address.split('/');
        let host = parts.next().expect("a host");
        let port = host.rsplit_once(':').expect("a port").1.to_owned();
        let token = parts.nth(1).expect("a token").to_owned();
        Self { child, port, token }
    }

    /// The status and the rest of an answer. `with` are further header lines.
    fn ask(&self, method: &str, path: &str, host: &str, with: &str, body: &str) -> (u16, String) {
        let mut stream =
            TcpStream::connect(format!("127.0.0.1:{}", self.port)).expect("it listens");
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {host}:{}\r\nConnection: close\r\nContent-Length: {length}\r\n{with}\r\n{body}",
            self.port
        )
        .expect("sent");
        let mut answer = Vec::new();
        // A server that does not read all of a request resets the connection behind its answer.
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|s| s.parse().ok());
        (status.unwrap_or(0), answer)
    }

    fn get(&self, path: &str) -> (u16, String) {
        let path = format!("/review/{}/{path}", self.token);
        self.ask("GET", &path, "127.0.0.1", "", "")
    }

    fn post(&self, body: &str) -> u16 {
        let path = format!("/review/{}/approvals", self.token);
        self.ask("POST", &path, "localhost", "", body).0
    }
}

#[test]
fn approvals_are_kept_in_the_git_folder_and_only_this_machine_is_answered() {
    if !git_is_here() {
        return;
    }
    let repo = Repository::with_a_rename();
    let server = Server::start(&repo);
    let (status, page) = server.get("");
    assert_eq!(status, 200);
    assert!(page.contains("data-approve=\"approvals\""), "{page}");
    assert!(page.contains("frame-ancestors 'none'"));
    let id = page.split("id=\"r-").nth(1).expect("a row");
    let id = id.split('"').next().expect("its id").to_owned();
    let approval = |id: &str| format!("{{\"id\": \"{id}\", \"approved\": true}}");
    // No state changes by GET, for ids of no row, or by what is no approval.
    assert_eq!(server.get(&format!("approvals?id={id}")).0, 200);
    assert_eq!(server.post(&approval("0123456789abcdef")), 404);
    assert_eq!(server.post("approved"), 400);
    assert!(matches!(server.post(&"x".repeat(100_000)), 0 | 413));
    assert!(!server.get("approvals").1.contains(&id));
    assert_eq!(server.post(&approval(&id)), 200);
    assert!(server.get("approvals").1.contains(&id));
    let kept = std::fs::read_to_string(repo.path.join(".git/reweave/approvals.json"));
    assert!(kept.expect("kept").contains(&id));
    // Another site, another name for this machine, another user's guess, other files.
    let path = format!("/review/{}/approvals", server.token);
    let foreign = "Origin: http://evil.test\r\n";
    let refused = server.ask("POST", &path, "127.0.0.1", foreign, &approval(&id));
    assert_eq!(refused.0, 403);
    assert_eq!(server.ask("GET", &path, "evil.test", "", "").0, 403);
    let guess = format!("/review/{}/", "0".repeat(32));
    assert_eq!(server.ask("GET", &guess, "127.0.0.1", "", "").0, 401);
    assert_eq!(server.get("../../src/p/A.java").0, 404);
    // A new server of the same change knows what was approved.
    drop(server);
    assert!(Server::start(&repo).get("approvals").1.contains(&id));
}

#[test]
fn a_linked_folder_keeps_no_approvals() {
    if !git_is_here() {
        return;
    }
    let repo = Repository::with_a_rename();
    let outside = repo.beside("outside");
    std::fs::create_dir(&outside).expect("a folder");
    std::os::unix::fs::symlink(&outside, repo.path.join(".git/reweave")).expect("a link");
    let run = run_in(&repo.path, &["review", "--serve"]);
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.err.contains("symbolic link"), "{}", run.err);
}

/// A public method that clients call, renamed.
fn with_a_break() -> Repository {
    let repo = Repository::new();
    let file = |name: &str| {
        format!(
            "package p;\n\npublic class Sum {{\n    /** All. */\n    public int {name}(int[] all) {{\n        int sum = 0;\n        \
             for (int one : all) {{\n            sum += one;\n        }}\n        return sum;\n    }}\n}}\n"
        )
    };
    repo.write("src/p/Sum.java", &file("sum"));
    repo.commit("Sum");
    repo.write("src/p/Sum.java", &file("total"));
    repo.commit("Say total");
    repo
}

#[test]
fn breaks_and_reports_of_others_stand_beside_the_lines() {
    if !git_is_here() {
        return;
    }
    let repo = with_a_break();
    let report = repo.beside("lint.sarif");
    let result = |line: u32| {
        format!(
            r#"{{"ruleId": "W{line}", "message": {{"text": "<b>old</b>"}}, "locations": [{{"physicalLocation":
            {{"artifactLocation": {{"uri": "src/p/Sum.java"}}, "region": {{"startLine": {line}}}}}}}]}}"#
        )
    };
    let text = format!(
        r#"{{"version": "2.1.0", "runs": [{{"tool": {{"driver": {{"name": "lint"}}}}, "results": [{}, {}]}}]}}"#,
        result(5),
        result(7)
    );
    std::fs::write(&report, text).expect("written");
    let page = repo.beside("review.html");
    let (page_path, report_path) = (page.display().to_string(), report.display().to_string());
    let args = [
        "review",
        "--overlay",
        "breaks,suggestions",
        "--sarif",
        &report_path,
        "-o",
        &page_path,
    ];
    let run = run_in(&repo.path, &args);
    assert_eq!(run.code, 0, "{}", run.err);
    let page = std::fs::read_to_string(page).expect("the page");
    assert!(
        page.contains("breaks clients of p.Sum.sum(int[])"),
        "{page}"
    );
    assert!(page.contains("lint W5") && page.contains("&lt;b&gt;old"));
    assert!(!page.contains("lint W7"), "line 7 was not changed");
    assert!(page.contains("1 more are about lines"));
    std::fs::write(&report, "{}").expect("written");
    let run = run_in(&repo.path, &args);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("no report in SARIF"), "{}", run.err);
}

#[test]
fn breaks_of_the_api_and_new_suggestions_close_the_gate() {
    if !git_is_here() {
        return;
    }
    let repo = with_a_break();
    let gate = || run_in(&repo.path, &["gate", "--base", "HEAD~1"]);
    repo.write("reweave.toml", "[gate]\napi-breaks = 1\n");
    assert_eq!(gate().code, 0);
    repo.write("reweave.toml", "[gate]\napi-breaks = 0\n");
    let closed = gate();
    assert_eq!(closed.code, 1, "{}", closed.err);
    assert!(closed.out.contains("[api-breaks]"), "{}", closed.out);
    repo.write("reweave.toml", "[gate]\nnew-suggestions = 0\n");
    let open = gate();
    assert_eq!(open.code, 0, "{}{}", open.out, open.err);
    // Two long methods with the same statements: a duplicate that the first commit does not have.
    let copy = |name: &str| {
        let lines: Vec<String> = (1..14)
            .map(|i| format!("        sum = sum * {i} + values[(sum + {i}) % values.length];\n        sum = Math.abs(sum - {i});\n"))
            .collect();
        let lines = lines.concat();
        format!(
            "package p;\n\npublic class {name} {{\n    public int {}(int[] values) {{\n        int sum = 1;\n{lines}        return sum;\n    }}\n}}\n",
            name.to_lowercase()
        )
    };
    repo.write("src/p/Other.java", &copy("Other"));
    repo.write("src/p/Another.java", &copy("Another"));
    repo.commit("Copy it");
    let closed = gate();
    assert_eq!(closed.code, 1, "{}{}", closed.out, closed.err);
    assert!(closed.out.contains("[new-suggestions]"), "{}", closed.out);
}
