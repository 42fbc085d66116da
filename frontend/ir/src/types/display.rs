//! Types as C writes them: `int (*f)(char *)`.

use super::{ArrayLen, EnumId, IntKind, Quals, RecordId, RecordKind, TypeId, TypeKind, Types};
use std::fmt;

/// A declaration of `name` (perhaps empty) with a type, in C's syntax.
pub struct Declarator<'a> {
    pub types: &'a Types,
    pub ty: TypeId,
    pub quals: Quals,
    pub name: &'a str,
}

impl Types {
    /// The type as a C type name.
    pub fn display(&self, ty: TypeId) -> Declarator<'_> {
        self.declare(ty, Quals::NONE, "")
    }

    pub fn declare<'a>(&'a self, ty: TypeId, quals: Quals, name: &'a str) -> Declarator<'a> {
        Declarator {
            types: self,
            ty,
            quals,
            name,
        }
    }

    /// `struct S`, with a number where the tag alone would be ambiguous.
    pub fn record_name(&self, id: RecordId) -> String {
        let record = &self.records[id];
        let keyword = match record.kind {
            RecordKind::Struct => "struct",
            RecordKind::Union => "union",
        };
        format!("{keyword} {}", record.unique)
    }

    /// The member of an object that lies at an offset, as C writes it, its type, and how far behind its start the
    /// offset is. The whole object is the best name of its first byte.
    pub fn member_at(&self, ty: TypeId, offset: u64) -> (String, TypeId, u64) {
        let (mut ty, mut offset, mut path) = (ty, offset, String::new());
        loop {
            if let Some(elem) = self.elem(ty)
                && let Some(size) = self.size_of(elem).filter(|&size| size > 0)
            {
                path += &format!("[{}]", offset / size);
                (ty, offset) = (elem, offset % size);
                continue;
            }
            let fields = self.record_of(ty).map(|r| &self.records[r].fields);
            let inside = fields.into_iter().flat_map(|f| f.values()).find(|field| {
                let size = self.size_of(field.ty).unwrap_or(0);
                let start = field.offset();
                !field.is_bit_field() && start <= offset && offset < start + size
            });
            match inside {
                Some(field) if offset > 0 => {
                    if let Some(name) = &field.name {
                        path += &format!(".{name}");
                    }
                    (ty, offset) = (field.ty, offset - field.offset());
                }
                _ => return (path, ty, offset),
            }
        }
    }

    pub fn enum_name(&self, id: EnumId) -> String {
        format!("enum {}", self.enums[id].unique)
    }
}

impl fmt::Display for Declarator<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.name.to_string();
        let mut ty = self.ty;
        let mut quals = self.quals;
        // From the outermost derivation inwards; `after_pointer` says when parentheses are due.
        let mut after_pointer = false;
        loop {
            match self.types.kind(ty) {
                TypeKind::Pointer { target, quals: q } => {
                    let own = quals.to_string();
                    let space = if own.is_empty() || text.is_empty() {
                        ""
                    } else {
                        " "
                    };
                    text = format!("*{own}{space}{text}");
                    quals = *q;
                    ty = *target;
                    after_pointer = true;
                }
                TypeKind::Array { elem, len } => {
                    text = parenthesised(text, after_pointer) + &length(*len);
                    ty = *elem;
                    after_pointer = false;
                }
                TypeKind::Function(function) => {
                    let params = self.params(function);
                    text = format!("{}({params})", parenthesised(text, after_pointer));
                    ty = function.ret;
                    after_pointer = false;
                }
                base => {
                    let own = quals.to_string();
                    let space = if own.is_empty() { "" } else { " " };
                    let name = self.base_name(base);
                    let gap = if text.is_empty() { "" } else { " " };
                    return write!(f, "{own}{space}{name}{gap}{text}");
                }
            }
        }
    }
}

impl Declarator<'_> {
    fn params(&self, function: &super::FunctionType) -> String {
        let mut params: Vec<String> = function
            .params
            .iter()
            .map(|&p| self.types.display(p).to_string())
            .collect();
        if function.variadic {
            params.push("...".into());
        }
        if params.is_empty() && function.prototype {
            params.push("void".into());
        }
        params.join(", ")
    }

    fn base_name(&self, kind: &TypeKind) -> String {
        match *kind {
            TypeKind::Int(kind @ IntKind::BitField { width, .. }) => {
                format!("{}({width})", kind.name())
            }
            TypeKind::Int(kind) => kind.name().into(),
            TypeKind::Float(kind) => kind.name().into(),
            TypeKind::Enum(id) => self.types.enum_name(id),
            TypeKind::Record(id) => self.types.record_name(id),
            _ => "void".into(),
        }
    }
}

fn parenthesised(text: String, needed: bool) -> String {
    if needed { format!("({text})") } else { text }
}

fn length(len: ArrayLen) -> String {
    match len {
        ArrayLen::Known(n) => format!("[{n}]"),
        ArrayLen::Unknown => "[]".into(),
        ArrayLen::Variable(id) => format!("[{id}]"),
    }
}

impl fmt::Display for Quals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [
            (self.is_const, "const"),
            (self.is_volatile, "volatile"),
            (self.is_restrict, "restrict"),
            (self.is_atomic, "_Atomic"),
        ];
        let present: Vec<&str> = names.iter().filter(|n| n.0).map(|n| n.1).collect();
        f.write_str(&present.join(" "))
    }
}
