//! Character classes of the C locale, as functions and as the tables that glibc's macros read.

use super::super::fault::Step;
use super::super::machine::{Arg, Machine};
use super::super::memory::ObjectKind;
use super::super::value::Value;
use super::{NativeFn, Reply, int, int_arg, value};

pub(super) fn find(name: &str) -> Option<NativeFn> {
    Some(match name {
        "isalpha" => |_, a| test(a, ALPHA),
        "isdigit" => |_, a| test(a, DIGIT),
        "isalnum" => |_, a| test(a, ALNUM),
        "isspace" => |_, a| test(a, SPACE),
        "isupper" => |_, a| test(a, UPPER),
        "islower" => |_, a| test(a, LOWER),
        "isxdigit" => |_, a| test(a, XDIGIT),
        "isprint" => |_, a| test(a, PRINT),
        "isgraph" => |_, a| test(a, GRAPH),
        "isblank" => |_, a| test(a, BLANK),
        "iscntrl" => |_, a| test(a, CNTRL),
        "ispunct" => |_, a| test(a, PUNCT),
        "isascii" => |_, a| int(((int_arg(a, 0) & !0x7f) == 0).into()),
        "toascii" => |_, a| int((int_arg(a, 0) & 0x7f).into()),
        "toupper" => |_, a| int(upper(int_arg(a, 0)).into()),
        "tolower" => |_, a| int(lower(int_arg(a, 0)).into()),
        "__ctype_b_loc" => |m, _| value(m.ctype_table(0)?),
        "__ctype_tolower_loc" => |m, _| value(m.ctype_table(1)?),
        "__ctype_toupper_loc" => |m, _| value(m.ctype_table(2)?),
        _ => return None,
    })
}

// The bits of glibc's table on little-endian machines.
const BLANK: u16 = 1;
const CNTRL: u16 = 2;
const PUNCT: u16 = 4;
const ALNUM: u16 = 8;
const UPPER: u16 = 0x100;
const LOWER: u16 = 0x200;
const ALPHA: u16 = 0x400;
const DIGIT: u16 = 0x800;
const XDIGIT: u16 = 0x1000;
const SPACE: u16 = 0x2000;
const PRINT: u16 = 0x4000;
const GRAPH: u16 = 0x8000;

fn class(c: i32) -> u16 {
    let Ok(byte) = u8::try_from(c) else { return 0 };
    let tests = [
        (byte == b' ' || byte == b'\t', BLANK),
        (byte.is_ascii_control(), CNTRL),
        (byte.is_ascii_punctuation(), PUNCT),
        (byte.is_ascii_alphanumeric(), ALNUM),
        (byte.is_ascii_uppercase(), UPPER),
        (byte.is_ascii_lowercase(), LOWER),
        (byte.is_ascii_alphabetic(), ALPHA),
        (byte.is_ascii_digit(), DIGIT),
        (byte.is_ascii_hexdigit(), XDIGIT),
        (byte == b' ' || (9..=13).contains(&byte), SPACE),
        (byte.is_ascii_graphic() || byte == b' ', PRINT),
        (byte.is_ascii_graphic(), GRAPH),
    ];
    tests.iter().filter(|t| t.0).fold(0, |all, t| all | t.1)
}

/// glibc's functions give the bit itself, so printing the result shows it.
fn test(args: &[Arg], bit: u16) -> Step<Reply> {
    int((class(int_arg(args, 0)) & bit).into())
}

fn upper(c: i32) -> i32 {
    u8::try_from(c).map_or(c, |b| b.to_ascii_uppercase().into())
}

fn lower(c: i32) -> i32 {
    u8::try_from(c).map_or(c, |b| b.to_ascii_lowercase().into())
}

/// The tables have entries from -128 to 255.
const FIRST_TABLE_ENTRY: i32 = -128;
const END_OF_TABLE: i32 = 256;

impl Machine<'_> {
    /// A pointer to a pointer to the entry of 0.
    fn ctype_table(&mut self, which: usize) -> Step<Value> {
        if let Some(known) = self.library.ctype[which] {
            return Ok(known);
        }
        let entries = FIRST_TABLE_ENTRY..END_OF_TABLE;
        let data: Vec<u8> = match which {
            0 => entries.flat_map(|c| class(c).to_le_bytes()).collect(),
            1 => entries.flat_map(|c| lower(c).to_le_bytes()).collect(),
            _ => entries.flat_map(|c| upper(c).to_le_bytes()).collect(),
        };
        let width = data.len() as i64 / i64::from(END_OF_TABLE - FIRST_TABLE_ENTRY);
        let table = self.system_object(&data)?;
        let zero = self.shifted(table, -i64::from(FIRST_TABLE_ENTRY) * width);
        let slot = self
            .memory
            .new_static(ObjectKind::System, self.memory.pointer_size, 16)?;
        let pointer = self.memory.pointer_to(slot);
        self.put_word(pointer, zero, true)?;
        self.library.ctype[which] = Some(pointer);
        Ok(pointer)
    }
}
