//! One class file, read as far as names need it.

use cafebabe::attributes::{AttributeData, AttributeInfo, ModuleRequiresFlags};
use cafebabe::{ParseOptions, parse_class_with_options};
use reweave_java_names::{ClassData, MemberData, ModuleData, access};

/// Reads a class file. The message of an error says what was wrong with it.
pub fn read(bytes: &[u8]) -> Result<ClassData, String> {
    let class = parse_class_with_options(bytes, ParseOptions::default().parse_bytecode(false))
        .map_err(|e| e.to_string())?;
    let name = class.this_class.to_string();
    let mut data = ClassData {
        access: class.access_flags.bits(),
        superclass: class.super_class.as_ref().map(ToString::to_string),
        interfaces: class.interfaces.iter().map(ToString::to_string).collect(),
        ..ClassData::default()
    };
    for attribute in &class.attributes {
        match &attribute.data {
            AttributeData::Signature(s) => data.signature = Some(s.to_string()),
            AttributeData::Deprecated => data.deprecated = true,
            AttributeData::PermittedSubclasses(all) => {
                data.permits = all.iter().map(ToString::to_string).collect();
            }
            AttributeData::InnerClasses(all) => {
                for inner in all {
                    let Some(simple) = &inner.inner_name else {
                        continue;
                    };
                    if inner.inner_class_info == name {
                        data.outer = inner.outer_class_info.as_ref().map(ToString::to_string);
                        data.access = inner.access_flags.bits();
                    } else if inner.outer_class_info.as_deref() == Some(&*name) {
                        data.members
                            .push((simple.to_string(), inner.inner_class_info.to_string()));
                    }
                }
            }
            _ => {}
        }
    }
    data.name = name;
    data.fields = class
        .fields
        .iter()
        .map(|f| {
            member(
                f.access_flags.bits(),
                &f.name,
                f.descriptor.to_string(),
                &f.attributes,
            )
        })
        .filter(|m| m.access & access::SYNTHETIC == 0)
        .collect();
    data.methods = class
        .methods
        .iter()
        .map(|m| {
            member(
                m.access_flags.bits(),
                &m.name,
                m.descriptor.to_string(),
                &m.attributes,
            )
        })
        .filter(|m| m.access & access::SYNTHETIC == 0 && m.name != "<clinit>")
        .collect();
    Ok(data)
}

fn member(access: u16, name: &str, descriptor: String, attributes: &[AttributeInfo]) -> MemberData {
    let mut data = MemberData {
        access,
        name: name.to_owned(),
        descriptor,
        ..MemberData::default()
    };
    for attribute in attributes {
        match &attribute.data {
            AttributeData::Signature(s) => data.signature = Some(s.to_string()),
            AttributeData::Deprecated => data.deprecated = true,
            AttributeData::Exceptions(all) => {
                data.exceptions = all.iter().map(ToString::to_string).collect();
            }
            _ => {}
        }
    }
    data
}

/// What a `module-info.class` says.
pub fn read_module(bytes: &[u8]) -> Option<ModuleData> {
    let class =
        parse_class_with_options(bytes, ParseOptions::default().parse_bytecode(false)).ok()?;
    class.attributes.iter().find_map(|a| {
        let AttributeData::Module(module) = &a.data else {
            return None;
        };
        let open = module.exports.iter().filter(|e| e.exports_to.is_empty());
        let along = module.requires.iter();
        let along = along.filter(|r| r.flags.contains(ModuleRequiresFlags::TRANSITIVE));
        Some(ModuleData {
            name: module.name.to_string(),
            exports: open.map(|e| e.package_name.replace('/', ".")).collect(),
            transitive: along.map(|r| r.name.to_string()).collect(),
        })
    })
}
