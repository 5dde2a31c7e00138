//! What a content security policy allows.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// The hash by which a content security policy allows one script or style.
pub fn sha256(text: &str) -> String {
    STANDARD.encode(Sha256::digest(text.as_bytes()))
}
