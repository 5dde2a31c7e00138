//! Which requests are answered.

use crate::LoopbackError;
use hyper::header::{AUTHORIZATION, HOST, HeaderName, HeaderValue, ORIGIN};
use hyper::{Request, StatusCode};

/// What a request must bring.
pub struct Guard {
    mount: &'static str,
    token: String,
    hosts: [String; 3],
}

impl Guard {
    pub(crate) fn new(mount: &'static str, port: u16) -> Result<Self, LoopbackError> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|_| LoopbackError::NoRandom)?;
        Ok(Self {
            mount,
            token: format!("{:032x}", u128::from_le_bytes(bytes)),
            hosts: ["127.0.0.1", "localhost", "[::1]"].map(|h| format!("{h}:{port}")),
        })
    }

    /// What only the person who started the server knows.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// The names of this machine that requests may be sent to.
    pub const fn hosts(&self) -> &[String; 3] {
        &self.hosts
    }

    /// Why a request is not answered.
    pub fn refusal<B>(&self, request: &Request<B>) -> Option<StatusCode> {
        let header = |name: HeaderName| request.headers().get(name).map(HeaderValue::as_bytes);
        let is_host = |given: &[u8]| self.hosts.iter().any(|h| h.as_bytes() == given);
        if !header(HOST).is_some_and(is_host) {
            return Some(StatusCode::FORBIDDEN);
        }
        let of_origin = |given: &[u8]| given.strip_prefix(b"http://").is_some_and(is_host);
        if !header(ORIGIN).is_none_or(of_origin) {
            return Some(StatusCode::FORBIDDEN);
        }
        let Some(rest) = self.below(request.uri().path()) else {
            return Some(StatusCode::NOT_FOUND);
        };
        let in_path = rest.split('/').nth(1).map(str::as_bytes);
        let in_header = header(AUTHORIZATION).and_then(|given| given.strip_prefix(b"Bearer "));
        let fits = |given: &[u8]| is_same(given, self.token.as_bytes());
        let is_known = in_path.is_some_and(fits) || in_header.is_some_and(fits);
        (!is_known).then_some(StatusCode::UNAUTHORIZED)
    }

    /// The part of a path after the mount: empty, or beginning with a slash.
    fn below<'p>(&self, path: &'p str) -> Option<&'p str> {
        let rest = path.strip_prefix(self.mount)?;
        (rest.is_empty() || rest.starts_with('/')).then_some(rest)
    }

    /// The part of a path after the mount and the token.
    pub(crate) fn inside<'p>(&self, path: &'p str) -> &'p str {
        let rest = self.below(path).unwrap_or_default();
        let after = rest.strip_prefix('/').unwrap_or(rest);
        after.strip_prefix(self.token.as_str()).unwrap_or(rest)
    }
}

/// Takes the same time wherever two texts of one length differ.
fn is_same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |all, (x, y)| all | (x ^ y)) == 0
}

#[cfg(test)]
mod tests {
    use super::Guard;
    use hyper::{Request, StatusCode};

    fn asked(guard: &Guard, path: &str, headers: &[(&str, &str)]) -> Option<StatusCode> {
        let mut request = Request::builder().uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        guard.refusal(&request.body(()).expect("a request"))
    }

    #[test]
    fn only_this_machine_with_the_token_is_answered() {
        let guard = Guard::new("/mcp", 80).expect("random numbers");
        let (here, token) = (("host", "localhost:80"), guard.token().to_owned());
        let path = format!("/mcp/{token}");
        assert_eq!(asked(&guard, &path, &[here]), None);
        assert_eq!(asked(&guard, &format!("{path}/x"), &[here]), None);
        let bearer = format!("Bearer {token}");
        assert_eq!(
            asked(&guard, "/mcp", &[here, ("authorization", &bearer)]),
            None
        );
        let forbidden = Some(StatusCode::FORBIDDEN);
        assert_eq!(asked(&guard, &path, &[]), forbidden);
        assert_eq!(asked(&guard, &path, &[("host", "evil.test:80")]), forbidden);
        let foreign = ("origin", "http://evil.test");
        assert_eq!(asked(&guard, &path, &[here, foreign]), forbidden);
        let own = ("origin", "http://127.0.0.1:80");
        assert_eq!(asked(&guard, &path, &[here, own]), None);
        let unknown = Some(StatusCode::UNAUTHORIZED);
        assert_eq!(asked(&guard, "/mcp/0123", &[here]), unknown);
        assert_eq!(asked(&guard, &format!("{path}0"), &[here]), unknown);
        assert_eq!(
            asked(&guard, &format!("/mcpx/{token}"), &[here]),
            Some(StatusCode::NOT_FOUND)
        );
    }
}
