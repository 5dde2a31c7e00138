//! What paths and comments say: which module a file is, and what is private by its documentation.

/// The name of the module at `path`: the file's name without its ending, dots kept.
pub fn module_of(path: &str) -> &str {
    let file = path.rsplit('/').next().unwrap_or(path);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    // `a.d.ts` declares the module `a`.
    stem.strip_suffix(".d").unwrap_or(stem)
}

/// The module that an import of `source` means: `./core.helpers.js`, `lodash/map`.
pub fn imported(source: &str) -> &str {
    let source = source.trim_matches(|c| matches!(c, '"' | '\'' | '`'));
    let file = source.trim_end_matches('/').rsplit('/').next();
    let file = file.unwrap_or(source);
    let endings = [".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx"];
    let ending = endings.iter().find_map(|e| file.strip_suffix(e));
    ending.unwrap_or(file)
}

#[cfg(test)]
mod tests {
    use super::{imported, module_of};

    #[test]
    fn a_module_is_called_by_its_file() {
        assert_eq!(module_of("src/core/core.scale.js"), "core.scale");
        assert_eq!(module_of("types/index.d.ts"), "index");
        assert_eq!(imported("'./core.helpers'"), "core.helpers");
        assert_eq!(imported("\"../a/b.js\""), "b");
    }
}
