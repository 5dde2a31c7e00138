//! `--serve`: the page from this machine's own address, with approvals that are kept beside the repository.

use super::approvals::Approvals;
use anyhow::Result;
use reweave_loopback::{Answer, Asked, pages};
use reweave_review::{Review, page};
use serde::Deserialize;
use std::io::Write as _;

/// Where the page sends approvals, beside itself.
const APPROVALS: &str = "approvals";

const HEADERS: &[(&str, &str)] = &[
    ("cache-control", "no-store"),
    ("referrer-policy", "no-referrer"),
    ("x-content-type-options", "nosniff"),
    ("content-security-policy", "frame-ancestors 'none'"),
];

#[derive(Deserialize)]
struct Approval {
    id: String,
    approved: bool,
}

/// Serves until it is interrupted.
pub fn serve(review: &Review, port: u16, mut approvals: Approvals) -> Result<()> {
    let page = page::write(review, Some(APPROVALS)).into_bytes();
    let ids: Vec<String> = review.rows.iter().map(|r| r.id.clone()).collect();
    let mut started = |address: &str| {
        // Whoever started it may have gone after the first line; the page is served all the same.
        let _ = writeln!(std::io::stderr(), "serving on {address}\nCtrl-C ends it");
    };
    pages(port, "/review", &mut started, move |asked| {
        answer(asked, &page, &ids, &mut approvals)
    })?;
    Ok(())
}

fn answer(asked: &Asked, page: &[u8], ids: &[String], approvals: &mut Approvals) -> Answer {
    let with = |status: u16, content_type: &'static str, body: Vec<u8>| Answer {
        status,
        content_type,
        headers: HEADERS,
        body,
    };
    let text = |status: u16, text: &str| with(status, "text/plain; charset=utf-8", text.into());
    match (asked.path.as_str(), asked.is_post) {
        ("", false) => with(200, "text/html; charset=utf-8", page.to_vec()),
        (APPROVALS, false) => with(200, "application/json", approvals.json().into()),
        (APPROVALS, true) => match serde_json::from_slice::<Approval>(&asked.body) {
            Ok(approval) if ids.contains(&approval.id) => {
                match approvals.set(&approval.id, approval.approved) {
                    Ok(()) => text(200, "kept"),
                    Err(error) => text(500, &format!("{error:#}")),
                }
            }
            Ok(_) => text(404, "no refactoring of this review has that id"),
            Err(error) => text(400, &error.to_string()),
        },
        _ => text(404, "not found"),
    }
}
