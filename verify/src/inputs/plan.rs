//! Values for trial runs: likely ones, from the program's own conditions and a generator with a fixed seed.
//!
//! Each place that asks for values in a run is answered in one way throughout: always the same value, values of a small
//! range, or any. Programs tell more by how often they ask than by what they are given: a plan of answers under which
//! a place asks for the first time, or much more often than before, is worth being varied.

use analysis::passes::normal_form::Arguments;
use interp::{Input, Inputs, Request, RequestKind};
use ir::types::{TypeId, TypeKind};
use ir::{ExprKind, Program, Stmt, Term, VarId, VarKind, arith};
use rustc_hash::FxHashMap;
use semantics::InputSource;

use crate::execute::asker;
use crate::inputs::seeds;

/// Of a program with more numbers, these are enough.
const MAX_CONSTANTS: usize = 200;
/// Two constants closer than this make a range.
const MAX_RANGE_WIDTH: u128 = 1_000;
/// Larger objects are left as they are.
const MAX_FILLED_BYTES: u64 = 1 << 16;
/// The room behind a pointer.
const OBJECT_BYTES: u64 = 4096;

/// How one place of the program that asks is answered.
#[derive(Clone, Copy, Debug)]
enum AnswerPattern {
    Same(u128),
    /// From the first number, so many more.
    Between(u128, u128),
    Any,
}

/// How places are answered of which the plan says nothing yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    All(u128),
    /// Any value, and pointers to objects or null pointers only.
    Any {
        objects: bool,
    },
    /// Each in a way of their own.
    Mixed,
}

/// The answers of a run.
#[derive(Clone, Debug)]
pub(crate) struct InputPlan {
    style: Style,
    seed: u64,
    ways: Vec<(InputSource, AnswerPattern)>,
}

impl InputPlan {
    pub(crate) fn new(style: Style, seed: u64) -> Self {
        InputPlan {
            style,
            seed,
            ways: Vec::new(),
        }
    }

    /// The same but for one or two who are answered in another way.
    pub(crate) fn varied(&self, seed: u64, constants: &[u128]) -> Self {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut plan = self.clone();
        plan.seed = seed;
        for _ in 0..random.usize(1..3) {
            if !plan.ways.is_empty() {
                let n = random.usize(0..plan.ways.len());
                plan.ways[n].1 = way(&mut random, constants);
            }
        }
        plan
    }
}

/// Values according to a plan.
pub(crate) struct PlannedInputs<'c> {
    /// Those who ask for the first time are added to it.
    pub(crate) plan: InputPlan,
    places: FxHashMap<InputSource, usize>,
    random: fastrand::Rng,
    constants: &'c [u128],
    /// The variable that says which object the property follows, and what it holds.
    followed: Option<(VarId, Input)>,
    pub(crate) given: Vec<Input>,
    /// How often each has asked.
    asked: FxHashMap<InputSource, u64>,
    /// The parameters of `main`, and the words it is started with.
    arguments: Option<Arguments>,
    words: Vec<Vec<u8>>,
}

impl<'c> PlannedInputs<'c> {
    pub(crate) fn new(
        plan: InputPlan,
        constants: &'c [u128],
        followed: Option<(VarId, Input)>,
        arguments: Option<Arguments>,
    ) -> Self {
        let askers = plan.ways.iter().enumerate();
        let mut words = fastrand::Rng::with_seed(plan.seed);
        PlannedInputs {
            places: askers.map(|(n, &(asker, _))| (asker, n)).collect(),
            words: seeds::arguments(&mut words, constants),
            arguments,
            random: fastrand::Rng::with_seed(plan.seed),
            constants,
            followed,
            given: Vec::new(),
            asked: FxHashMap::default(),
            plan,
        }
    }

    /// Who asked, and roughly how often.
    pub(crate) fn asked(&self) -> impl Iterator<Item = (InputSource, u32)> {
        let askers = self.plan.ways.iter().map(|&(asker, _)| asker);
        askers.filter_map(|asker| Some((asker, self.asked.get(&asker)?.ilog2())))
    }

    fn way(&mut self, asker: InputSource) -> AnswerPattern {
        if let Some(&n) = self.places.get(&asker) {
            return self.plan.ways[n].1;
        }
        let way = match self.plan.style {
            Style::All(value) => AnswerPattern::Same(value),
            Style::Any { .. } => AnswerPattern::Any,
            Style::Mixed => way(&mut self.random, self.constants),
        };
        self.places.insert(asker, self.plan.ways.len());
        self.plan.ways.push((asker, way));
        way
    }

    fn number(&mut self, way: AnswerPattern) -> u128 {
        match way {
            AnswerPattern::Same(value) => value,
            AnswerPattern::Between(from, more) => from.wrapping_add(self.random.u128(0..=more)),
            AnswerPattern::Any => number(&mut self.random, self.constants),
        }
    }

    /// Whether a pointer leads to an object.
    fn is_object(&mut self, way: AnswerPattern) -> bool {
        match (self.plan.style, way) {
            (Style::Mixed, AnswerPattern::Same(value)) => value % 2 == 1,
            (Style::Mixed, _) => self.random.bool(),
            (Style::Any { objects }, _) => objects,
            (Style::All(value), _) => value == 0,
        }
    }

    fn pointer(&mut self, way: AnswerPattern, kind: RequestKind) -> Input {
        let object = self.is_object(way);
        match matches!(kind, RequestKind::Call(_)) && object {
            true => Input::Fresh(OBJECT_BYTES),
            false => Input::Bits(0),
        }
    }

    /// A parameter of the first function that is no number, or is one of `main`.
    fn parameter(&mut self, way: AnswerPattern, request: &Request<'_>) -> Option<Input> {
        let program = request.program;
        let RequestKind::Uninitialised(var) = request.kind else {
            return None;
        };
        let VarKind::Param(func, n) = program.vars[var].kind else {
            return None;
        };
        if program.entry != Some(func) {
            return None;
        }
        let address = seeds::place(n);
        if let Some(main) = self.arguments {
            if var == main.count {
                return Some(Input::Bits(self.words.len() as u128));
            } else if Some(var) == main.strings {
                let word = program.types.pointer_size();
                let table = seeds::table(&self.words, address, word);
                return Some(Input::Object(address, OBJECT_BYTES, table));
            }
        }
        let mut contents = |ty| seeds::object(program, ty, address, &mut || self.number(way));
        match program.types.target(request.ty) {
            None if program.types.is_scalar(request.ty) => None,
            None => Some(Input::Bytes(contents(request.ty))),
            Some(target) => {
                let contents = contents(target);
                Some(match self.is_object(way) {
                    true => Input::Object(address, OBJECT_BYTES, contents),
                    false => Input::Bits(0),
                })
            }
        }
    }

    /// What arrays hold, and objects of which only the size is known; other aggregates are left alone.
    fn contents(&mut self, way: AnswerPattern, request: &Request<'_>) -> Input {
        let types = &request.program.types;
        let (size, each) = match request.kind {
            RequestKind::Allocated(size) => (size, 4),
            _ => match element(request.program, request.ty) {
                Some(each) => (types.size_of(request.ty).unwrap_or(0), each),
                None => return Input::Unknown,
            },
        };
        if self.plan.style != Style::Mixed || size > MAX_FILLED_BYTES {
            return Input::Unknown;
        }
        let mut bytes = Vec::with_capacity(size as usize);
        while (bytes.len() as u64) < size {
            let number = self.number(way).to_le_bytes();
            bytes.extend(&number[..each]);
        }
        Input::Bytes(bytes)
    }
}

impl Inputs for PlannedInputs<'_> {
    fn next(&mut self, request: &Request<'_>) -> Option<Input> {
        let types = &request.program.types;
        let asker = asker(request)?;
        *self.asked.entry(asker).or_insert(0) += 1;
        let way = self.way(asker);
        let followed = match (request.kind, &self.followed) {
            (RequestKind::Undefined(var), Some((followed, object))) if var == *followed => {
                Some(object.clone())
            }
            _ => None,
        };
        let input = if let Some(object) = followed {
            object
        } else if let Some(parameter) = self.parameter(way, request) {
            parameter
        } else if types.is_pointer(request.ty) {
            self.pointer(way, request.kind)
        } else if types.is_scalar(request.ty) {
            let width = types.bits_kind(request.ty).map_or(64, |k| types.width(k));
            Input::Bits(arith::truncate(self.number(way), width))
        } else {
            self.contents(way, request)
        };
        self.given.push(input.clone());
        Some(input)
    }

    fn wants_uninitialised(&self) -> bool {
        true
    }

    fn wants_allocated(&self) -> bool {
        true
    }
}

/// The size of the integers that an array is made of.
fn element(program: &Program, ty: TypeId) -> Option<usize> {
    let types = &program.types;
    let mut ty = ty;
    let mut depth = 0;
    while let TypeKind::Array { elem, .. } = *types.kind(ty) {
        ty = elem;
        depth += 1;
    }
    let integer = depth > 0 && types.is_scalar(ty) && !types.is_pointer(ty);
    let size = types.size_of(ty).filter(|_| integer)?;
    usize::try_from(size)
        .ok()
        .filter(|&size| (1..=16).contains(&size))
}

fn way(random: &mut fastrand::Rng, constants: &[u128]) -> AnswerPattern {
    match random.u8(..4) {
        0 | 1 => AnswerPattern::Same(number(random, constants)),
        2 => {
            let a = constants[random.usize(0..constants.len())];
            let b = constants[random.usize(0..constants.len())];
            match a.abs_diff(b) {
                far if far > MAX_RANGE_WIDTH => AnswerPattern::Between(a.wrapping_sub(2), 4),
                near => AnswerPattern::Between(a.min(b), near),
            }
        }
        _ => AnswerPattern::Any,
    }
}

fn number(random: &mut fastrand::Rng, constants: &[u128]) -> u128 {
    match random.u8(..8) {
        0 | 1 => random.u128(0..3),
        2 => u128::MAX,
        3 => random.u128(0..20),
        4 => random.u128(..),
        _ => {
            let n = random.usize(0..constants.len());
            let near = random.u128(0..3).wrapping_sub(1);
            constants[n].wrapping_add(near)
        }
    }
}

/// The numbers in the conditions of the program.
pub(crate) fn constants(program: &Program) -> Vec<u128> {
    let mut found = vec![0, 1];
    for (_, _, cfg) in program.defined() {
        for edge in cfg.edges() {
            let Stmt::Assume { cond } = cfg.edge(edge).stmt else {
                continue;
            };
            for term in program.terms.parts(Term::Expr(cond)) {
                if let Term::Expr(e) = term
                    && let ExprKind::Int(value) = program.terms.expr(e).kind
                    && found.len() < MAX_CONSTANTS
                    && !found.contains(&value)
                {
                    found.push(value);
                }
            }
        }
    }
    found
}
