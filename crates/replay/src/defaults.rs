//! What a log or a user may give as a parameter: one name, one type, one expression. All three end up in the client's text.

use reweave_log::Parameter;
use reweave_model::{Kind, NodeId, Role};
use reweave_text::Interner;

/// What is wrong with a parameter of a log; none where it can be written into a program.
pub fn flaw(parameter: &Parameter) -> Option<String> {
    let is_word = |w: &str| {
        let mut chars = w.chars();
        let first = chars.next();
        first.is_some_and(|c| c.is_alphabetic() || matches!(c, '_' | '$'))
            && chars.all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'))
    };
    if !is_word(&parameter.name) {
        return Some(format!(
            "`{}` is not a valid name of a parameter",
            parameter.name
        ));
    }
    let bare = parameter.ty.trim_end_matches("...").trim_end_matches("[]");
    if !bare.split('.').all(is_word) {
        return Some(format!("`{}` is no erased type", parameter.ty));
    }
    let default = parameter.default.as_deref()?;
    (!is_expression(default)).then(|| format!("the default `{default}` is not an expression"))
}

/// Whether a text is one whole Java expression, so that it stays where it is put.
pub fn is_expression(text: &str) -> bool {
    let names = Interner::new();
    let program = format!("class X {{ Object x = f({text}\n); }}");
    let model = reweave_lang_java::lower("X.java", &program, &names);
    let tree = &model.tree;
    let calls = tree
        .descendants(NodeId::ROOT)
        .filter(|&n| tree.kind(n) == Kind::Call && names.text(tree.sym(n)) == "f");
    let outermost = calls.min();
    let one = outermost.is_some_and(|c| {
        let init = tree.role(c) == Role::Init;
        init && tree.children_in(c, Role::Argument).count() == 1
    });
    // A comment could swallow what stands behind it.
    let whole = model.left_out.is_empty() && model.comments.is_empty();
    one && whole && model.fields.len() == 1 && !text.contains('\n')
}

#[cfg(test)]
mod tests {
    use super::is_expression;

    #[test]
    fn only_whole_expressions_are_taken() {
        for good in [
            "0",
            "null",
            "a.B.c(1, 2)",
            "new int[] { 1 }",
            "x -> x + 1",
            "\"a, b\"",
        ] {
            assert!(is_expression(good), "{good}");
        }
        for bad in [
            "", "1, 2", "0); g(1", "1; }", "/* ", "1 // ", "}", "a b", "1\n2",
        ] {
            assert!(!is_expression(bad), "{bad}");
        }
    }
}
