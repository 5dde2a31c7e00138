//! What PHP files declare, for files that are not read as PHP: templates and configuration.

use reweave_lang_php::{Analysis, EntityKind, Visibility};
use reweave_preserve::Interval;
use reweave_refactor::{Offer, OtherFiles, Tells};
use reweave_text::FileId;

pub const OTHERS: &[OtherFiles] = &[
    OtherFiles {
        what: "PHP code of another ending",
        endings: &[
            ".module", ".install", ".theme", ".php3", ".php4", ".php5", ".php7", ".phps", ".ctp",
            ".engine",
        ],
        tells: Tells::Code,
    },
    OtherFiles {
        what: "a template",
        endings: &[
            ".twig",
            ".tpl",
            ".latte",
            ".blade",
            ".html",
            ".mustache",
            ".hbs",
            ".volt",
        ],
        tells: Tells::Text,
    },
    OtherFiles {
        what: "configuration",
        endings: &[".xml", ".yml", ".yaml", ".neon", ".json", ".ini"],
        tells: Tells::Text,
    },
];

/// Classes, functions, constants and members; variables are those of their files, but for global ones.
pub fn offers(analysis: &Analysis, files: &[FileId]) -> Vec<Offer> {
    let program = &analysis.program;
    let mut all = Vec::new();
    for entity in &program.entities {
        if !files.contains(&entity.place.file) {
            continue;
        }
        let class = entity.class.map(|c| program.class(c));
        let is_member = matches!(
            entity.kind,
            EntityKind::Method | EntityKind::Property | EntityKind::ClassConstant
        );
        let is_declared = matches!(
            entity.kind,
            EntityKind::Class | EntityKind::Function | EntityKind::Constant
        );
        if !is_member && !is_declared {
            continue;
        }
        let member = entity.member.map(|m| program.member(m));
        let owner = match class {
            Some(class) if is_member => class.name.to_string(),
            Some(class) => {
                let (namespace, _) = class.name.rsplit_once('\\').unwrap_or_default();
                namespace.to_owned()
            }
            None => String::new(),
        };
        let access = member.map_or("", |m| match m.visibility {
            Visibility::Private => "private",
            Visibility::Protected => "protected",
            Visibility::Public => "public",
        });
        let is_static = member.is_some_and(|m| m.is_static);
        let at = Interval::new(entity.place.file, entity.place.span);
        all.push(Offer {
            shape: format!("{} {access} {is_static}", entity.kind.noun()),
            is_type: entity.kind == EntityKind::Class,
            is_open: access != "private",
            ignores_case: entity.kind.ignores_case(),
            ..Offer::new(&*entity.name, owner, at)
        });
    }
    all
}
