//! Extract Interface: makes an interface of methods of a type, in a file of its own, and lets the type implement it.
//!
//! `members` lists the methods; without it all public methods of objects go that the type declares. Their documentation is copied.
//!
//! ```before
//! //- a/Order.java
//! package a;
//! import java.util.List;
//! public class Order {
//!     private int sum;
//!     public static Order $0of() { return new Order(); }
//!     /** The sum. */
//!     public int total() { return sum; }
//!     public void add(List<String> names) { sum += names.size(); }
//!     void clear() { sum = 0; }
//! }
//! ```
//! ```with
//! name=Summed
//! ```
//! ```refuses
//! no type stands here
//! ```
//!
//! ```before
//! //- a/Order.java
//! package a;
//! import java.util.List;
//! import java.util.Map;
//! public class $0Order {
//!     private Map<String, Integer> sum;
//!     /** The sum. */
//!     public int total() { return sum.size(); }
//!     public void add(List<String> names) { sum.put(names.get(0), 1); }
//!     void clear() { sum.clear(); }
//! }
//! ```
//! ```with
//! name=Summed
//! ```
//! ```after
//! //- a/Order.java
//! package a;
//! import java.util.List;
//! import java.util.Map;
//! public class Order implements Summed {
//!     private Map<String, Integer> sum;
//!     /** The sum. */
//!     @Override
//!     public int total() { return sum.size(); }
//!     @Override
//!     public void add(List<String> names) { sum.put(names.get(0), 1); }
//!     void clear() { sum.clear(); }
//! }
//! //- a/Summed.java
//! package a;
//!
//! import java.util.List;
//!
//! public interface Summed {
//!     /** The sum. */
//!     int total();
//!
//!     void add(List<String> names);
//! }
//! ```

use crate::Java;
use crate::edits::headers::{
    add_interface, beside, declaration_of, is_public, listed, new_name, type_at, type_params,
};
use crate::edits::own_file::head_for;
use crate::edits::texts::indent_unit;
use crate::edits::transfer::{Member, Placed, carry_over};
use crate::query::program::JavaProgram;
use crate::query::words::valid_name;
use crate::refactorings::pull_up::mark_override;
use reweave_java_names::{ClassId, Decl};
use reweave_model::{Modifiers, TypeKind};
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};
use reweave_text::Sources;

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "extract-interface",
    file: include_str!("extract_interface.rs"),
    params: &[
        Param::required("name", "the new interface"),
        Param::list(
            "members",
            "its methods, as `a, b(int)`; all public ones without",
        ),
    ],
    perform,
};

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let name = run.param("name")?;
    let class = type_at(run)?;
    let sources = run.sources().clone();
    let program = run.program();
    let world = program.world();
    valid_name(world.text(world.class(class).name), name, true)?;
    let (number, decl) = world.decl_of(class).expect("it is ours");
    if world.info(class).kind == TypeKind::Annotation {
        return Err(BadInput::new("an annotation extends no interface").into());
    }
    let all = methods(run, program, &sources, class)?;
    let unit = indent_unit(sources.text(program.id(number)));
    let path = beside(&sources, program.id(number), name);
    // The number that the new file is going to have.
    let file = sources.clone().add(path.as_str(), "");
    let mut has_vars = false;
    let mut placed = Vec::new();
    for member in &all {
        let (moving, vars) = declaration_of(program, &sources, member, class);
        has_vars |= vars;
        let text = moving.text(program, &sources, unit);
        placed.push(Placed { file, text, moving });
    }
    let (declared, given) = if has_vars {
        type_params(program, &sources, class)
    } else {
        (String::new(), String::new())
    };
    let texts: Vec<&str> = placed.iter().map(|p| p.text.as_str()).collect();
    let open = if is_public(program, class) {
        "public "
    } else {
        ""
    };
    let body = texts.join(&format!("\n\n{unit}"));
    let whole = format!("{open}interface {name}{declared} {{\n{unit}{body}\n}}\n");
    let head = head_for(program, &sources, number, &whole);
    let mut step = Step::new(format!("extract {name}"), "N!=->@ O!=<->@ I!=<->@");
    step.create(path, format!("{head}{whole}"));
    add_interface(
        (program, &sources),
        (number, decl),
        &format!("{}{given}", new_name(program, number, name)?),
        &mut step,
    )?;
    for member in &all {
        mark_override(run, member, &mut step);
    }
    carry_over(run, &step, &placed)
}

/// The methods that the interface declares.
fn methods(
    run: &Run<'_, Java>,
    program: &JavaProgram,
    sources: &Sources,
    class: ClassId,
) -> Result<Vec<Member>, BadInput> {
    let world = program.world();
    let is_interface = world.info(class).is_interface();
    let may_go = |member: &Member| match member.decl {
        Decl::Method(m) => {
            let data = world.method(m);
            let is_open = data.modifiers.has(Modifiers::PUBLIC)
                || (is_interface && !data.modifiers.has(Modifiers::PRIVATE));
            !data.constructor && !member.is_static() && is_open
        }
        _ => false,
    };
    let Some(list) = run.optional("members") else {
        let methods = world.info(class).methods.iter().map(|m| Decl::Method(m.1));
        let read = methods.filter_map(|d| Member::read(program, sources, d).ok());
        let mut all: Vec<Member> = read.filter(may_go).collect();
        all.sort_by_key(|m| m.span);
        if all.is_empty() {
            return Err(BadInput::new(
                "the type declares no public method of its objects",
            ));
        }
        return Ok(all);
    };
    let all = listed(program, sources, class, list)?;
    if let Some(other) = all.iter().find(|m| !may_go(m)) {
        let at = program.token(other.number, other.node);
        return Err(BadInput::new(
            "an interface declares public methods of objects only; leave this one out",
        )
        .at(at.file, at.span));
    }
    Ok(all)
}
