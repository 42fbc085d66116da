//! Which definitions of types say the same in several units.
//!
//! Two definitions of one name are alike if their texts are equal and so are, in both units, those
//! of everything they mention, directly or not: a member of type `T` is another member where `T` is
//! another type. What only one of the units defines (an opaque structure in the other) does not
//! tell them apart. Each definition gets a hash, equal to that of the first unit in which there is
//! a definition alike.

use super::Lowerer;
use super::record::Key;
use crate::syntax::ast::{self, Ast};
use crate::syntax::{enum_text, record_text, type_text};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use source::{Interner, Symbol};
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

/// What units define, the last one being the unit at hand.
#[derive(Default)]
pub(super) struct EquivalentTypes {
    units: Vec<Unit>,
}

#[derive(Default)]
struct Unit {
    /// By name: the hash of the text alone, and that which definitions alike share.
    named: FxHashMap<Name, (u64, u64)>,
}

/// A name that texts mention.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Name {
    Tag(Symbol),
    Typedef(Symbol),
    Enumerator(Symbol),
}

/// A definition; the same name may have several, in blocks.
struct Definition {
    name: Name,
    text: u64,
    mentions: Vec<Symbol>,
}

impl Lowerer<'_> {
    /// Looks at the unit at hand.
    pub(super) fn note_tags(&mut self) {
        if self.several_units {
            let definitions = definitions(self.ast, self.names);
            self.shared.alike.add(&definitions);
        }
    }

    /// What a record defined here shares with definitions alike in other units.
    pub(super) fn record_hash(&self, key: Key, id: ast::RecordId) -> u64 {
        let hash = self.shared.alike.hash(key);
        hash.unwrap_or_else(|| hash_of(&record_text(self.ast, self.names, id)))
    }

    /// The same for an enumeration.
    pub(super) fn enum_hash(&self, key: Key, id: ast::EnumId) -> u64 {
        let hash = self.shared.alike.hash(key);
        hash.unwrap_or_else(|| hash_of(&enum_text(self.ast, self.names, id)))
    }
}

impl EquivalentTypes {
    /// The hash of a definition of the unit at hand; none for parts of others.
    pub(super) fn hash(&self, key: Key) -> Option<u64> {
        let name = match key {
            Key::Tag(tag) => Name::Tag(tag),
            Key::Typedef(name) => Name::Typedef(name),
            Key::Nested(..) => return None,
        };
        let unit = self.units.last()?;
        unit.named.get(&name).map(|&(_, shared)| shared)
    }

    fn add(&mut self, definitions: &[Definition]) {
        let texts = texts(definitions);
        let users = users(definitions);
        let mut unit = Unit::default();
        for earlier in &self.units {
            let text = |name: &Name| earlier.named.get(name).map(|&(text, _)| text);
            let other = |name: &&Name| text(name).is_some_and(|t| t != texts[name]);
            let different = reach(&users, texts.keys().filter(other).copied());
            for (&name, &text) in &texts {
                if let Some(&(same, shared)) = earlier.named.get(&name)
                    && same == text
                    && !different.contains(&name)
                {
                    unit.named.entry(name).or_insert((text, shared));
                }
            }
        }
        for (&name, &text) in &texts {
            let fresh = hash_of(&(text, self.units.len()));
            unit.named.entry(name).or_insert((text, fresh));
        }
        self.units.push(unit);
    }
}

fn texts(definitions: &[Definition]) -> BTreeMap<Name, u64> {
    let mut texts = BTreeMap::new();
    for definition in definitions {
        let text = texts.entry(definition.name).or_default();
        *text = hash_of(&(*text, definition.text));
    }
    texts
}

/// For each name, those whose definitions mention it.
fn users(definitions: &[Definition]) -> FxHashMap<Symbol, Vec<Name>> {
    let mut users: FxHashMap<Symbol, Vec<Name>> = FxHashMap::default();
    for definition in definitions {
        for &mentioned in &definition.mentions {
            users.entry(mentioned).or_default().push(definition.name);
        }
    }
    users
}

/// The names given and all that mention them, directly or not.
fn reach(
    users: &FxHashMap<Symbol, Vec<Name>>,
    from: impl Iterator<Item = Name>,
) -> FxHashSet<Name> {
    let mut queue: Vec<Name> = from.collect();
    let mut found: FxHashSet<Name> = queue.iter().copied().collect();
    while let Some(Name::Tag(name) | Name::Typedef(name) | Name::Enumerator(name)) = queue.pop() {
        for &user in users.get(&name).into_iter().flatten() {
            if found.insert(user) {
                queue.push(user);
            }
        }
    }
    found
}

/// The definitions of a unit that have a name.
fn definitions(ast: &Ast, names: &Interner) -> Vec<Definition> {
    let mut all = Vec::new();
    for (id, spec) in ast.records.iter() {
        if let (Some(tag), Some(_)) = (spec.tag, &spec.members) {
            all.push(definition(
                Name::Tag(tag),
                &record_text(ast, names, id),
                names,
            ));
        }
    }
    for (id, spec) in ast.enums.iter() {
        let Some(enumerators) = &spec.enumerators else {
            continue;
        };
        let text = enum_text(ast, names, id);
        let constants = enumerators.iter().map(|e| Name::Enumerator(e.name));
        for name in spec.tag.map(Name::Tag).into_iter().chain(constants) {
            all.push(definition(name, &text, names));
        }
    }
    for item in &ast.items {
        let ast::Item::Declaration(id) = item else {
            continue;
        };
        let declaration = &ast.declarations[*id];
        if declaration.specs.storage == Some(ast::Storage::Typedef) {
            for declarator in &declaration.declarators {
                let text = type_text(ast, names, declarator.ty);
                all.push(definition(Name::Typedef(declarator.name), &text, names));
            }
        }
    }
    all
}

fn definition(name: Name, text: &str, names: &Interner) -> Definition {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$');
    Definition {
        name,
        text: hash_of(text),
        mentions: words.filter_map(|word| names.get(word)).collect(),
    }
}

fn hash_of(value: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}
