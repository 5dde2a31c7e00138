//! Declarations are found by what people call them, whatever the types of their parameters.

use crate::Java;
use reweave_refactor::Session;
use reweave_text::Sources;

const TEXT: &str = "class A {\n  static void main(String[] args) { }\n  void main(String args) { }\n  <T> void all(java.util.Map<String, T> map, int[][] numbers, String... names) { }\n}\n";

#[test]
fn arrays_and_spread_parameters_are_told_apart() {
    let session = Session::<Java>::new(Sources::new([("A.java", TEXT)]));
    let addresses: Vec<String> = session.symbols().into_iter().map(|d| d.address).collect();
    for wanted in [
        "A.main(String[])",
        "A.main(String)",
        "A.all(Map,int[][],String...)",
    ] {
        assert!(addresses.iter().any(|a| a == wanted), "{addresses:?}");
    }
    let found = |symbol: &str| crate::query::at::by_symbol(session.program(), symbol).len();
    assert_eq!(found("A.main"), 2);
    assert_eq!(found("A.main(String[])"), 1);
    assert_eq!(found("main(java.lang.String)"), 1);
    assert_eq!(
        found("A.all(java.util.Map<String, T>, int[][], String...)"),
        1
    );
    assert_eq!(found("A.all(Map, int[][], String[])"), 1);
    assert_eq!(found("A.all()"), 0);
}
