//! Types: what a variable of a formula is made of.
//!
//! Every variable is a list of scalars, and classes are nothing but names for lists. Program counters and members of
//! enumerations are *explicit*: they become columns of tables. Booleans, bit vectors and valuations of the program's
//! variables are *symbolic*: they become BDD variables.

use rustc_hash::FxHashMap;

use super::syntax::{ClassDecl, Declared, EnumDecl, Members, TypeRef, Word};
use crate::bp::{Diagnostic, Span, nearest};

/// Members of an enumeration are columns of tables: more would be too many rows.
const MAX_MEMBERS: u64 = 1 << 16;
/// Variables with more scalars cannot be meant.
const MAX_SCALARS: usize = 1_000;
pub(super) const MAX_BITS: u32 = 32;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct EnumId(pub(super) u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ScalarType {
    /// A program counter.
    Pc,
    Enum(EnumId),
    Bool,
    Bits(u32),
    /// The values of a procedure's variables, and of what is being returned.
    Local,
    /// The values of the globals.
    Global,
}

impl ScalarType {
    pub(super) fn is_explicit(self) -> bool {
        matches!(self, ScalarType::Pc | ScalarType::Enum(_))
    }

    pub(super) fn is_valuation(self) -> bool {
        matches!(self, ScalarType::Local | ScalarType::Global)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Type {
    Scalar(ScalarType),
    Class(usize),
}

/// An enumeration: member i stands for `first + i`, or has a name.
#[derive(Clone, Debug)]
pub(super) struct Enumeration {
    pub(super) name: String,
    pub(super) size: u32,
    names: Vec<String>,
    first: u64,
}

impl Enumeration {
    pub(super) fn is_range(&self) -> bool {
        self.names.is_empty()
    }

    pub(super) fn member(&self, name: &str) -> Option<u32> {
        self.names.iter().position(|n| n == name).map(|i| i as u32)
    }

    pub(super) fn number(&self, number: u64) -> Option<u32> {
        let index = number.checked_sub(self.first)?;
        (self.is_range() && index < u64::from(self.size)).then_some(index as u32)
    }

    pub(super) fn text(&self, member: u32) -> String {
        match self.names.get(member as usize) {
            Some(name) => name.clone(),
            None => (self.first + u64::from(member)).to_string(),
        }
    }

    fn described(&self) -> String {
        match self.is_range() {
            true => format!(
                "{} to {}",
                self.first,
                self.first + u64::from(self.size) - 1
            ),
            false => self.names.join(", "),
        }
    }
}

#[derive(Clone, Debug)]
struct Class {
    name: String,
    fields: Vec<(String, Type)>,
    scalars: usize,
}

/// All types of a text.
#[derive(Clone, Debug)]
pub(super) struct Types {
    pub(super) enums: Vec<Enumeration>,
    classes: Vec<Class>,
    by_name: FxHashMap<String, Type>,
}

/// The class `State`, which is always there.
const STATE: usize = 0;

impl Types {
    pub(super) fn state() -> Type {
        Type::Class(STATE)
    }

    fn builtin() -> Self {
        let scalar = |name: &str, ty| (name.to_owned(), Type::Scalar(ty));
        let state = Class {
            name: "State".to_owned(),
            fields: vec![
                scalar("pc", ScalarType::Pc),
                scalar("local", ScalarType::Local),
                scalar("global", ScalarType::Global),
            ],
            scalars: 3,
        };
        let by_name = [
            scalar("PC", ScalarType::Pc),
            scalar("Local", ScalarType::Local),
            scalar("Global", ScalarType::Global),
            ("State".to_owned(), Types::state()),
        ];
        Types {
            enums: Vec::new(),
            classes: vec![state],
            by_name: by_name.into_iter().collect(),
        }
    }

    /// The types that a text declares, beside those that are always there.
    pub(super) fn new(
        enums: &[EnumDecl],
        classes: &[ClassDecl],
        problems: &mut Vec<Diagnostic>,
    ) -> Self {
        let mut types = Types::builtin();
        for declared in enums {
            if let Err(problem) = types.add_enum(declared) {
                problems.push(problem);
            }
        }
        for declared in classes {
            if let Err(problem) = types.add_class(declared) {
                problems.push(problem);
            }
        }
        types
    }

    fn name(&mut self, name: &Word, ty: Type) -> Result<(), Diagnostic> {
        let is_taken = name.text == "bool" || name.text == "bits";
        if is_taken || self.by_name.contains_key(&name.text) {
            let message = format!("there is a type `{}` already", name.text);
            return Err(Diagnostic::error(name.span, message));
        }
        self.by_name.insert(name.text.clone(), ty);
        Ok(())
    }

    fn add_enum(&mut self, declared: &EnumDecl) -> Result<(), Diagnostic> {
        let error = |message: String| Err(Diagnostic::error(declared.name.span, message));
        let (size, first, names) = match &declared.members {
            Members::Range(first, last) if first > last => {
                return error("the first number is greater than the last".to_owned());
            }
            Members::Range(first, last) => ((last - first).saturating_add(1), *first, Vec::new()),
            Members::Names(names) => {
                for (i, name) in names.iter().enumerate() {
                    if names[..i].iter().any(|n| n.text == name.text) {
                        let message = format!("`{}` is a member twice", name.text);
                        return Err(Diagnostic::error(name.span, message));
                    }
                }
                let texts = names.iter().map(|n| n.text.clone()).collect();
                (names.len() as u64, 0, texts)
            }
        };
        if size > MAX_MEMBERS {
            return error(format!("an enumeration has at most {MAX_MEMBERS} members"))
                .map_err(|e: Diagnostic| e.with_hint("`bits[n]` holds larger numbers"));
        }
        let id = EnumId(self.enums.len() as u32);
        self.name(&declared.name, Type::Scalar(ScalarType::Enum(id)))?;
        self.enums.push(Enumeration {
            name: declared.name.text.clone(),
            size: size as u32,
            names,
            first,
        });
        Ok(())
    }

    fn add_class(&mut self, declared: &ClassDecl) -> Result<(), Diagnostic> {
        let mut class = Class {
            name: declared.name.text.clone(),
            fields: Vec::new(),
            scalars: 0,
        };
        for Declared { ty, name } in &declared.fields {
            if class.fields.iter().any(|(known, _)| *known == name.text) {
                let message = format!("`{}` is a member twice", name.text);
                return Err(Diagnostic::error(name.span, message));
            }
            let ty = self.resolve(ty)?;
            class.scalars += self.scalar_count(&ty);
            if class.scalars > MAX_SCALARS {
                let message = format!("a class holds at most {MAX_SCALARS} scalars");
                return Err(Diagnostic::error(name.span, message));
            }
            class.fields.push((name.text.clone(), ty));
        }
        if class.fields.is_empty() {
            return Err(Diagnostic::error(declared.name.span, "a class has members"));
        }
        self.name(&declared.name, Type::Class(self.classes.len()))?;
        self.classes.push(class);
        Ok(())
    }

    pub(super) fn resolve(&self, ty: &TypeRef) -> Result<Type, Diagnostic> {
        match ty {
            TypeRef::Bool => Ok(Type::Scalar(ScalarType::Bool)),
            TypeRef::Bits(width, span) => match width {
                1..=MAX_BITS => Ok(Type::Scalar(ScalarType::Bits(*width))),
                _ => {
                    let message = format!("a bit vector has 1 to {MAX_BITS} bits");
                    Err(Diagnostic::error(*span, message))
                }
            },
            TypeRef::Named(word) => self
                .by_name
                .get(&word.text)
                .cloned()
                .ok_or_else(|| self.unknown(word)),
        }
    }

    fn unknown(&self, word: &Word) -> Diagnostic {
        let error = Diagnostic::error(word.span, format!("there is no type `{}`", word.text));
        let names = self.by_name.keys().map(String::as_str);
        match word.text.as_str() {
            "PrCount" | "Module" => error.with_hint(
                "a program counter is a `PC`, which tells its procedure too: leave the module away",
            ),
            _ => match nearest(&word.text, names.chain(["bool"])) {
                Some(name) => error.with_hint(format!("did you mean `{name}`?")),
                None => error.with_hint(
                    "types are bool, bits[n], PC, Local, Global, State, enumerations and classes; \
                     a class comes before its use",
                ),
            },
        }
    }

    pub(super) fn scalar_count(&self, ty: &Type) -> usize {
        match ty {
            Type::Scalar(_) => 1,
            Type::Class(class) => self.classes[*class].scalars,
        }
    }

    /// The scalars of a type in order, with their names behind that of the variable.
    pub(super) fn scalars(&self, ty: &Type, name: &str, into: &mut Vec<(String, ScalarType)>) {
        match ty {
            Type::Scalar(scalar) => into.push((name.to_owned(), *scalar)),
            Type::Class(class) => {
                for (field, ty) in &self.classes[*class].fields {
                    self.scalars(ty, &format!("{name}.{field}"), into);
                }
            }
        }
    }

    /// A member of a class: how many scalars come before it, and its type.
    pub(super) fn member(&self, ty: &Type, field: &Word) -> Result<(usize, Type), Diagnostic> {
        let Type::Class(class) = ty else {
            let message = format!("{} has no members", self.text(ty));
            return Err(Diagnostic::error(field.span, message));
        };
        let class = &self.classes[*class];
        let wanted = match field.text.as_str() {
            "L" | "Local" if class.name == "State" => "local",
            "G" | "Global" if class.name == "State" => "global",
            other => other,
        };
        let mut before = 0;
        for (name, ty) in &class.fields {
            if name == wanted {
                return Ok((before, ty.clone()));
            }
            before += self.scalar_count(ty);
        }
        let message = format!("`{}` has no member `{}`", class.name, field.text);
        let names: Vec<&str> = class.fields.iter().map(|(name, _)| name.as_str()).collect();
        let hint = format!("its members are {}", names.join(", "));
        Err(Diagnostic::error(field.span, message).with_hint(hint))
    }

    pub(super) fn text(&self, ty: &Type) -> String {
        match ty {
            Type::Class(class) => self.classes[*class].name.clone(),
            Type::Scalar(scalar) => match scalar {
                ScalarType::Pc => "PC".to_owned(),
                ScalarType::Enum(id) => self.enums[id.0 as usize].name.clone(),
                ScalarType::Bool => "bool".to_owned(),
                ScalarType::Bits(width) => format!("bits[{width}]"),
                ScalarType::Local => "Local".to_owned(),
                ScalarType::Global => "Global".to_owned(),
            },
        }
    }

    /// A constant of a type as a name.
    pub(super) fn named_constant(&self, ty: &Type, word: &Word) -> Result<u32, Diagnostic> {
        if let Type::Scalar(ScalarType::Enum(id)) = ty {
            let enumeration = &self.enums[id.0 as usize];
            return enumeration.member(&word.text).ok_or_else(|| {
                let message = format!("`{}` has no member `{}`", enumeration.name, word.text);
                let hint = format!("its members are {}", enumeration.described());
                Diagnostic::error(word.span, message).with_hint(hint)
            });
        }
        let message = format!("there is no variable `{}` here", word.text);
        Err(Diagnostic::error(word.span, message))
    }

    /// The same as a number.
    pub(super) fn numbered_constant(
        &self,
        ty: &Type,
        number: u64,
        span: Span,
    ) -> Result<u32, Diagnostic> {
        let fits = |width: u32| number >> width == 0;
        let found = match ty {
            Type::Scalar(ScalarType::Enum(id)) => self.enums[id.0 as usize].number(number),
            Type::Scalar(ScalarType::Bool) if fits(1) => Some(number as u32),
            Type::Scalar(ScalarType::Bits(width)) if fits(*width) => Some(number as u32),
            _ => None,
        };
        found.ok_or_else(|| {
            let message = format!("{number} is no {}", self.text(ty));
            let error = Diagnostic::error(span, message);
            match ty {
                Type::Scalar(ScalarType::Enum(id)) => {
                    let members = self.enums[id.0 as usize].described();
                    error.with_hint(format!("its members are {members}"))
                }
                Type::Scalar(ScalarType::Pc) => error.with_hint(
                    "program counters have no numbers: Entry, Exit and Goal tell them apart",
                ),
                _ => error,
            }
        })
    }
}
