use crate::runtime::{task, Handle as H};
use super::near::*;

pub(crate) const LIMIT: usize = 10;

#[derive(Debug, Clone)]
pub struct Harness<'a, T: 'static> where T: Future {
    /// The core.
    pub core: &'a mut Core<T>,
    state: Vec<Option<u8>>,
}

pub struct Pair(pub u32, String);

enum Step { Done, More(u32), Named { at: usize } }

pub trait Run: Send {
    type Output;
    fn run(&mut self, times: usize) -> Result<(), Error>;
    fn twice(&self) -> bool { true }
}

impl<'a, T: Future> Harness<'a, T> {
    pub fn new(core: &'a mut Core<T>) -> Self {
        Self { core, state: Vec::new() }
    }

    fn poll(&mut self, (x, y): (u32, u32), names: &[&str]) -> Option<u32> {
        let mut total = x + y;
        let (a, b) = self.split(total)?;
        let Some(first) = names.first() else { return None; };
        for (i, name) in names.iter().enumerate() {
            if let Some(n) = self.find(name) && n > i { total += n; } else { continue; }
        }
        let kind = if a > b { a } else { b };
        match self.step() {
            Step::Done if kind == 0 => return None,
            Step::More(n) => total = n,
            _ => println!("{} {}", first.len(), self.core.name),
        }
        'outer: loop { break 'outer; }
        unsafe { touch(&mut total) };
        let f = |v: u32| v * 2;
        Some(f(total))
    }
}

impl<T> Run for Harness<'_, T> {
    type Output = u32;
    fn run(&mut self, times: usize) -> Result<(), Error> { Self::check(times); Ok(()) }
}

cfg_rt! {
    pub fn spawn<F>(future: F) -> JoinHandle where F: Future { task::spawn(future) }
}

#[cfg(test)]
mod tests {
    struct Fake;
    #[test]
    fn runs() { assert_eq!(1, 1); }
}
