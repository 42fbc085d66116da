//! The text of inline assembly, taken apart into instructions.
//!
//! Only as gcc writes it for x86: instructions at line ends or semicolons, the destination last. What is written in
//! another way is not understood.

/// One instruction, without prefixes that do not change what it does here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Instruction {
    pub(super) name: String,
    pub(super) operands: Vec<Operand>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Operand {
    /// The n-th of the statement, outputs first.
    Nth(usize),
    /// A part of it.
    PartOf(usize),
    Number(i64),
    Register,
}

impl Operand {
    /// The operand of the statement that it is, or is a part of.
    pub(super) fn nth(&self) -> Option<usize> {
        match self {
            Self::Nth(n) | Self::PartOf(n) => Some(*n),
            Self::Number(_) | Self::Register => None,
        }
    }

    /// The operand of the statement that it is.
    pub(super) fn whole(&self) -> Option<usize> {
        match self {
            Self::Nth(n) => Some(*n),
            _ => None,
        }
    }
}

/// Names before an instruction that matter to other processors only, or not at all.
const PREFIXES: [&str; 3] = ["lock", "rep", "repz"];

/// Sections with data for the kernel that does not change what the instructions do.
const DATA: [&str; 1] = [".smp_locks"];

/// The instructions of a template; `names` are those of the operands, as far as they have one.
pub(super) fn instructions(template: &str, names: &[Option<String>]) -> Option<Vec<Instruction>> {
    // One text for several assemblers.
    if template.contains(['{', '|']) {
        return None;
    }
    let mut found = Vec::new();
    let mut aside = false;
    let lines = template.split('\n');
    let code = lines.map(|line| line.split('#').next().unwrap_or(""));
    for piece in code.flat_map(|line| line.split(';')) {
        let piece = without_labels(piece.trim());
        match piece.strip_prefix('.') {
            Some(directive) => aside = is_aside_after(directive, aside)?,
            None if piece.is_empty() => {}
            None if aside => return None,
            None => found.extend(instruction(piece, names)?),
        }
    }
    Some(found)
}

/// Whether another section is written after a directive.
fn is_aside_after(directive: &str, aside: bool) -> Option<bool> {
    let (name, rest) = directive.split_once([' ', '\t']).unwrap_or((directive, ""));
    match name {
        "section" | "pushsection" => {
            let section = rest.split(',').next().unwrap_or("").trim();
            DATA.contains(&section).then_some(true)
        }
        "previous" | "popsection" => Some(false),
        _ => aside.then_some(true),
    }
}

fn without_labels(mut piece: &str) -> &str {
    let is_label = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '_');
    while let Some((label, rest)) = piece.split_once(':')
        && is_label(label.trim_end())
    {
        piece = rest.trim_start();
    }
    piece
}

/// None if it is not understood; nothing if there are prefixes only.
fn instruction(piece: &str, names: &[Option<String>]) -> Option<Option<Instruction>> {
    let (name, rest) = piece.split_once([' ', '\t']).unwrap_or((piece, ""));
    let rest = rest.trim();
    if PREFIXES.contains(&name) {
        return match rest {
            "" => Some(None),
            _ => instruction(rest, names),
        };
    }
    let operands = match rest {
        "" => Vec::new(),
        _ => {
            let each = rest.split(',').map(|text| operand(text.trim(), names));
            each.collect::<Option<Vec<_>>>()?
        }
    };
    let name = name.to_ascii_lowercase();
    Some(Some(Instruction { name, operands }))
}

fn operand(text: &str, names: &[Option<String>]) -> Option<Operand> {
    if let Some(number) = text.strip_prefix('$') {
        return number.parse().ok().map(Operand::Number);
    }
    let text = text.strip_prefix('%')?;
    if let Some(register) = text.strip_prefix('%') {
        let is_name = register.chars().all(|c| c.is_ascii_alphanumeric());
        return is_name.then_some(Operand::Register);
    }
    let (part, text) = match text.strip_prefix(['b', 'w', 'k', 'q', 'h']) {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let named = text.strip_prefix('[').and_then(|t| t.strip_suffix(']'));
    let n = match named {
        Some(name) => names.iter().position(|n| n.as_deref() == Some(name))?,
        None => text.parse().ok()?,
    };
    (n < names.len()).then_some(match part {
        true => Operand::PartOf(n),
        false => Operand::Nth(n),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(template: &str) -> Option<Vec<(String, Vec<Operand>)>> {
        let names = [None, None, Some("bit".to_owned())];
        let found = instructions(template, &names)?;
        Some(found.into_iter().map(|i| (i.name, i.operands)).collect())
    }

    #[test]
    fn prefixes_labels_and_lock_tables_are_passed_over() {
        let set = ("bts".to_owned(), vec![Operand::Nth(1), Operand::Nth(0)]);
        let kernel = ".section .smp_locks,\"a\"\n.balign 4\n.long 671f - .\n.previous\n671:\n\tlock; bts %1,%0";
        assert_eq!(parsed(kernel), Some(vec![set.clone()]));
        assert_eq!(parsed("lock bts %1, %0 # set"), Some(vec![set]));
        assert_eq!(parsed("rep; nop").map(|all| all.len()), Some(1));
        assert_eq!(parsed(" ").map(|all| all.len()), Some(0));
    }

    #[test]
    fn operands_have_numbers_names_parts_and_values() {
        let found = parsed("addl $-4,%k1; mov %[bit],%%eax").expect("it is understood");
        assert_eq!(found[0].1, [Operand::Number(-4), Operand::PartOf(1)]);
        assert_eq!(found[1].1, [Operand::Nth(2), Operand::Register]);
    }

    #[test]
    fn what_is_written_in_another_way_is_not_understood() {
        for other in [
            "movl (%0), %1",
            "movl %%gs:%P1,%0",
            "mov %[other],%0",
            "mov %7,%0",
            "{movl %1,%0|mov %0,%1}",
            ".section .fixup,\"ax\"\n3: mov %1,%0\n.previous",
            ".byte 0x0f",
            "ldrex %0, [%1]",
        ] {
            assert_eq!(parsed(other), None, "{other}");
        }
    }
}
