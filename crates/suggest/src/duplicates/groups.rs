//! Pairs of places that correspond, and groups of them that one change would fix.

use super::compare::{Common, Hole, is_passable};
use super::duplicate::{Copy, Difference, Duplicate, Occurrence};
use super::flow::{Cut, Flow};
use super::regions::{Aside, Region, around, is_guard};
use super::remedy::plan;
use super::scopes::Scopes;
use super::seeds::{LEAST_WEIGHT, LEAST_WHOLE, Seed, Spot};
use super::worth::worth;
use super::{Forms, Loggers, Sources, Tally};
use crate::align::Correspondence;
use crate::code::{Body, Code, Place, Word};
use reweave_model::{Kind, Role};
use reweave_text::Span;
use reweave_vectors::MethodId;
use rustc_hash::FxHashMap;

/// Two places that correspond.
#[derive(Clone, Debug)]
pub struct Pair {
    pub places: [Occurrence; 2],
    pub weight: usize,
    pub flows: [Flow; 2],
    pub difference: Difference,
    pub evidence: Vec<Correspondence>,
}

impl Pair {
    /// Whether a seed lies in the pair.
    pub fn has(&self, seed: &Seed) -> bool {
        (0..2).all(|i| {
            let (from, to) = self.places[i].range;
            (from..=to).contains(&usize::from(seed.spots[i].from))
        })
    }
}

/// More differences than these are another algorithm, and more parameters than these nobody wants to pass.
const MOST_HOLES: usize = 4;
const MOST_PARAMETERS: usize = 6;

struct Asides<'a> {
    loggers: &'a Loggers<'a>,
    scopes: &'a Scopes<'a>,
    methods: [MethodId; 2],
}

impl Aside for Asides<'_> {
    fn is_aside(&self, side: usize, statement: &Code) -> bool {
        is_guard(statement)
            || crate::normal::is_bare(statement)
            || (self.loggers).is_logging(self.scopes, self.methods[side], statement)
    }
}

fn block(body: &Body, number: u16) -> Option<&Code> {
    let mut blocks = body.block.walk().filter(|c| c.kind == Kind::Block);
    blocks.nth(usize::from(number))
}

/// The largest pair of places around a seed that a method could stand for.
pub(super) fn pair(
    seed: Seed,
    forms: &Forms,
    scopes: &Scopes<'_>,
    loggers: &Loggers<'_>,
    tally: &mut Tally,
) -> Option<Pair> {
    let methods = seed.spots.map(|s| s.method);
    let bodies = [forms.get(&methods[0])?, forms.get(&methods[1])?];
    let blocks = [
        block(bodies[0], seed.spots[0].block)?,
        block(bodies[1], seed.spots[1].block)?,
    ];
    let asides = Asides {
        loggers,
        scopes,
        methods,
    };
    let sides = blocks.map(|b| &b.kids[..]);
    let mut common = Common::new(scopes, methods, bodies);
    let starts = seed.spots.map(|s| usize::from(s.from));
    let region = around(&mut common, sides, (starts[0], starts[1]), &asides);
    let fit = Fit {
        scopes,
        bodies,
        sides,
        spots: seed.spots,
    };
    if fit.weight(&region) < fit.least(&region) {
        tally.unconfirmed += 1;
        return None;
    }
    tally.corresponding += 1;
    fit.best(region, &common, tally)
}

/// A region, being fitted to what a method could hold.
pub(super) struct Fit<'a> {
    pub scopes: &'a Scopes<'a>,
    bodies: [&'a Body; 2],
    pub sides: [&'a [Code]; 2],
    spots: [Spot; 2],
}

impl<'a> Fit<'a> {
    pub fn common(&self) -> Common<'a> {
        Common::new(self.scopes, self.spots.map(|s| s.method), self.bodies)
    }

    pub fn weight(&self, region: &Region) -> usize {
        let pairs = region.pairs.iter();
        pairs.map(|p| self.sides[0][p.0].size()).sum()
    }

    /// What a region must weigh: less where it is all of two methods.
    pub fn least(&self, region: &Region) -> usize {
        if self.is_all(region, 0) && self.is_all(region, 1) {
            LEAST_WHOLE
        } else {
            LEAST_WEIGHT
        }
    }

    /// Whether a region is all that a method does.
    pub fn is_all(&self, region: &Region, side: usize) -> bool {
        let (from, to) = region.range(side);
        self.spots[side].block == 0 && from == 0 && to + 1 == self.sides[side].len()
    }

    /// The region without its last statements, until one method could hold it on both sides.
    pub fn separable(
        &self,
        mut region: Region,
        common: &Common<'a>,
        tally: &mut Tally,
    ) -> Option<Pair> {
        let (first, second) = (region.range(0), region.range(1));
        let overlaps = self.spots[0].method == self.spots[1].method
            && self.spots[0].block == self.spots[1].block
            && first.0 <= second.1
            && second.0 <= first.1;
        if overlaps {
            tally.not_separable += 1;
            return None;
        }
        loop {
            if self.weight(&region) < self.least(&region) {
                tally.not_separable += 1;
                return None;
            }
            let flows = self.flows(&region);
            if let Some(flows) = flows.filter(fits) {
                return self.finish(&region, flows, common, tally);
            }
            region.pairs.pop();
        }
    }

    fn flows(&self, region: &Region) -> Option<[Flow; 2]> {
        if (0..2).any(|side| self.sets_final(region, side)) {
            return None;
        }
        Some([self.cut(region, 0).flow()?, self.cut(region, 1).flow()?])
    }

    /// Whether a final field is given its value, which only the constructor itself may do (JLS 8.3.1.2).
    fn sets_final(&self, region: &Region, side: usize) -> bool {
        let method = self.spots[side].method;
        let is_final = |target: &Code| match target.word {
            Word::Free(name) | Word::Text(name) => {
                let field = self.scopes.field(method, name);
                field.is_some_and(|f| f.is_final)
            }
            _ => false,
        };
        let nodes = self.cut(region, side).statements.iter();
        nodes
            .flat_map(Code::walk)
            .any(|c| c.kind == Kind::Assign && c.kid(Role::Target).is_some_and(is_final))
    }

    fn cut(&self, region: &Region, side: usize) -> Cut<'a> {
        let (from, to) = region.range(side);
        Cut {
            body: self.bodies[side],
            statements: &self.sides[side][from..=to],
        }
    }

    /// Whether all that follows is that the method returns what flows out.
    fn gives(&self, last: usize, side: usize, flow: &Flow) -> bool {
        let rest = &self.sides[side][last + 1..];
        match (rest, &flow.outputs[..]) {
            ([only], [output]) => {
                let value = only.kids.first().map(|v| v.word);
                only.kind == Kind::Return && value == Some(Word::Variable(*output))
            }
            _ => false,
        }
    }

    /// How the text of a side is written.
    fn form(&self, region: &Region, side: usize) -> Vec<u64> {
        let cut = self.cut(region, side);
        let first = cut
            .statements
            .first()
            .map_or(cut.body.block.place, |s| s.place);
        self.scopes.form(Place {
            file: cut.body.file,
            span: cut.span(),
            ..first
        })
    }

    fn difference(&self, region: &Region, common: &Common<'a>, holes: &[Hole<'a>]) -> Difference {
        let params = &self.bodies[0].params;
        let is_parameter =
            |h: &Hole<'_>| matches!(h.sides[0].word, Word::Variable(v) if params.contains(&v));
        let extra = |side: usize| {
            let (from, to) = region.range(side);
            (to + 1 - from) - region.pairs.len()
        };
        Difference {
            is_parameter: holes.iter().map(is_parameter).collect(),
            holes: holes.iter().map(|h| h.sides.map(|c| c.place)).collect(),
            types: common.types.clone(),
            named: common.named,
            calls: common.calls,
            extra: [extra(0) + common.extra as usize, extra(1)],
            rewritten: self.form(region, 0) != self.form(region, 1),
            reordered: !region.is_in_order(),
        }
    }

    fn finish(
        &self,
        region: &Region,
        flows: [Flow; 2],
        common: &Common<'a>,
        tally: &mut Tally,
    ) -> Option<Pair> {
        let cuts = [self.cut(region, 0), self.cut(region, 1)];
        let spans = [cuts[0].span(), cuts[1].span()];
        // A method of an anonymous class stands in the method around it as well.
        if self.bodies[0].file == self.bodies[1].file && spans[0].overlaps(spans[1]) {
            tally.not_separable += 1;
            return None;
        }
        let holes = holes_in(common, spans);
        if !holes
            .iter()
            .all(|h| (0..2).all(|i| comes_from_outside(h.sides[i], &cuts[i])))
        {
            tally.not_separable += 1;
            return None;
        }
        let parameters = holes.len() + flows[0].inputs.len();
        if holes.len() > MOST_HOLES || parameters > MOST_PARAMETERS {
            tally.too_many_parameters += 1;
            return None;
        }
        let place = |i: usize| {
            let all = self.sides[i].len();
            Occurrence {
                method: self.spots[i].method,
                file: self.bodies[i].file,
                span: spans[i],
                block: self.spots[i].block,
                range: region.range(i),
                whole: self.spots[i].block == 0
                    && region.range(i).0 == 0
                    && (region.range(i).1 + 1 == all
                        || self.gives(region.range(i).1, i, &flows[i])),
            }
        };
        Some(Pair {
            places: [place(0), place(1)],
            weight: self.weight(region),
            flows,
            difference: self.difference(region, common, &holes),
            evidence: region
                .pairs
                .iter()
                .map(|&(i, j)| Correspondence {
                    missed: self.sides[1][j].place,
                    example: self.sides[0][i].place,
                })
                .collect(),
        })
    }
}

/// The expressions that differ within two places, each pair once.
fn holes_in<'a>(common: &Common<'a>, spans: [Span; 2]) -> Vec<Hole<'a>> {
    let within = |h: &Hole<'a>| (0..2).all(|i| spans[i].contains(h.sides[i].place.span));
    let outside = |h: &Hole<'a>| (0..2).any(|i| !h.sides[i].place.span.overlaps(spans[i]));
    let holes = common.holes.iter().copied();
    let holes: Vec<Hole<'a>> = holes.filter(|h| within(h) && !outside(h)).collect();
    distinct(&holes)
}

/// Whether a method could give what both sides need: one value at most.
fn fits(flows: &[Flow; 2]) -> bool {
    flows
        .iter()
        .all(|f| f.outputs.len() <= 1 && (f.outputs.is_empty() || !f.returns))
        && flows[0].returns == flows[1].returns
        && flows[0].returns_value == flows[1].returns_value
        && flows[0].outputs.len() == flows[1].outputs.len()
}

/// Each difference once.
fn distinct<'a>(holes: &[Hole<'a>]) -> Vec<Hole<'a>> {
    let mut kept: Vec<Hole<'a>> = Vec::new();
    for hole in holes {
        let known = |k: &Hole<'a>| (0..2).all(|i| k.sides[i].same(hole.sides[i]));
        if !kept.iter().any(known) {
            kept.push(*hole);
        }
    }
    kept
}

/// Whether an argument can be evaluated before the statements: no variable in it is declared or changed among them.
fn comes_from_outside(argument: &Code, cut: &Cut<'_>) -> bool {
    is_passable(argument)
        && argument.walk().all(|c| match c.word {
            Word::Variable(_) | Word::Free(_) => !cut.writes(c.word),
            _ => true,
        })
}

/// Joins pairs into groups: places that correspond to the same first one.
pub(super) fn join(
    mut pairs: Vec<Pair>,
    forms: &Forms,
    scopes: &Scopes<'_>,
    sources: &Sources<'_>,
    tally: &mut Tally,
) -> Vec<Duplicate> {
    pairs.sort_by_key(|p| {
        let exact = p.difference.is_exact() && p.difference.holes.is_empty();
        let at = |o: &Occurrence| (o.file, o.span.start, o.span.end);
        (
            std::cmp::Reverse(p.weight),
            !exact,
            at(&p.places[0]),
            at(&p.places[1]),
        )
    });
    let mut groups: Vec<Vec<Pair>> = Vec::new();
    let mut by_method: FxHashMap<MethodId, Vec<(usize, Occurrence)>> = FxHashMap::default();
    for pair in pairs {
        if is_covered(&pair, &by_method) {
            continue;
        }
        let pair = original_first(pair, scopes);
        let home = by_method.get(&pair.places[0].method);
        let joins = home.and_then(|known| {
            let same = |(g, place): &&(usize, Occurrence)| {
                *place == pair.places[0] && groups[*g][0].places[0] == pair.places[0]
            };
            known.iter().find(same).map(|(g, _)| *g)
        });
        let number = joins.unwrap_or_else(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        for place in pair.places {
            let known = by_method.entry(place.method).or_default();
            if !known.contains(&(number, place)) {
                known.push((number, place));
            }
        }
        groups[number].push(pair);
    }
    let mut all: Vec<Duplicate> = groups
        .into_iter()
        .filter_map(|pairs| whole_group(pairs, forms, scopes, sources, tally))
        .collect();
    all.sort_by(|a, b| {
        let at = |d: &Duplicate| (d.first.file, d.first.span.start);
        b.worth.total_cmp(&a.worth).then(at(a).cmp(&at(b)))
    });
    all
}

/// Whether both places lie in two places of a group that is there already: a larger pair says more.
fn is_covered(pair: &Pair, by_method: &FxHashMap<MethodId, Vec<(usize, Occurrence)>>) -> bool {
    let groups_of = |place: &Occurrence| -> Vec<usize> {
        let known = by_method.get(&place.method).map_or(&[][..], Vec::as_slice);
        let meets = known.iter().filter(|(_, o)| o.span.overlaps(place.span));
        meets.map(|(g, _)| *g).collect()
    };
    let first = groups_of(&pair.places[0]);
    let equal_start = |place: &Occurrence, g: usize| {
        let known = by_method.get(&place.method).map_or(&[][..], Vec::as_slice);
        known.iter().any(|(n, o)| *n == g && o == place)
    };
    let second = groups_of(&pair.places[1]);
    if first.iter().any(|g| second.contains(g)) {
        return true;
    }
    // A place that overlaps a group otherwise than by being its first place is said there already.
    let other =
        |groups: &[usize], place: &Occurrence| groups.iter().any(|&g| !equal_start(place, g));
    other(&first, &pair.places[0]) && other(&second, &pair.places[1])
}

/// The whole method that could be called stands first.
fn original_first(pair: Pair, scopes: &Scopes<'_>) -> Pair {
    let [a, b] = &pair.places;
    let callable =
        |o: &Occurrence, other: &Occurrence| o.whole && scopes.may_call(other.method, o.method);
    let turn = callable(b, a) && (!callable(a, b) || b.whole && !a.whole);
    if turn { pair.turned() } else { pair }
}

impl Pair {
    fn turned(mut self) -> Self {
        self.places.swap(0, 1);
        self.flows.swap(0, 1);
        self.difference.extra.swap(0, 1);
        for hole in &mut self.difference.holes {
            hole.swap(0, 1);
        }
        for parameter in &mut self.difference.is_parameter {
            *parameter = false;
        }
        for (x, y) in &mut self.difference.types {
            std::mem::swap(x, y);
        }
        for c in &mut self.evidence {
            std::mem::swap(&mut c.missed, &mut c.example);
        }
        self
    }
}

fn whole_group(
    mut pairs: Vec<Pair>,
    forms: &Forms,
    scopes: &Scopes<'_>,
    sources: &Sources<'_>,
    tally: &mut Tally,
) -> Option<Duplicate> {
    let first = pairs[0].places[0];
    let weight = pairs[0].weight;
    let flow = pairs[0].flows[0].clone();
    let statements = forms
        .get(&first.method)
        .map_or(0, |b| statements_in(b, first));
    if let Some(body) = forms.get(&first.method) {
        for pair in &mut pairs {
            pair.know_parameters(body);
        }
    }
    let copies: Vec<Copy> = pairs
        .into_iter()
        .map(|p| Copy {
            place: p.places[1],
            difference: p.difference,
            evidence: p.evidence,
        })
        .collect();
    let Some(plan) = plan(first, &copies, &flow, forms, scopes) else {
        tally.not_separable += 1;
        return None;
    };
    let mut group = Duplicate {
        first,
        copies,
        weight,
        statements,
        flow,
        plan,
        worth: 0.0,
    };
    group.worth = worth(&group, sources.base);
    Some(group)
}

fn statements_in(body: &Body, place: Occurrence) -> usize {
    let blocks = body.block.walk().filter(|c| c.kind == Kind::Block);
    let all = blocks.flat_map(|b| &b.kids);
    all.filter(|s| place.span.contains(s.place.span)).count()
}

impl Pair {
    /// Which of the differing expressions are parameters of the first place's method.
    fn know_parameters(&mut self, body: &Body) {
        for (hole, is) in (self.difference.holes.iter()).zip(&mut self.difference.is_parameter) {
            *is = body.block.walk().any(|c| {
                c.place == hole[0]
                    && matches!(c.word, Word::Variable(v) if body.params.contains(&v))
            });
        }
    }
}
