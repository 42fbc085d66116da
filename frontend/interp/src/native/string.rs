//! Strings.

use super::super::fault::Step;
use super::super::machine::{Arg, Machine};
use super::super::value::Value;
use super::memory::difference;
use super::{NativeFn, Reply, arg, int, int_arg, size, size_arg, value};

pub(super) fn find(name: &str) -> Option<NativeFn> {
    Some(match name {
        "strlen" | "__strlen" => strlen,
        "strnlen" => strnlen,
        "strcmp" => strcmp,
        "strncmp" => strncmp,
        "strcasecmp" => |m, a| casecmp(m, a, u64::MAX),
        "strncasecmp" => |m, a| casecmp(m, a, size_arg(a, 2)),
        "strcpy" | "__strcpy_chk" => strcpy,
        "stpcpy" => stpcpy,
        "strncpy" | "__strncpy_chk" => strncpy,
        "stpncpy" => stpncpy,
        "strlcpy" => strlcpy,
        "strscpy" => strscpy,
        "strlcat" => strlcat,
        "strcat" | "__strcat_chk" => strcat,
        "strncat" | "__strncat_chk" => strncat,
        "strchr" | "index" => strchr,
        "strchrnul" => strchrnul,
        "strrchr" | "rindex" => strrchr,
        "strstr" => strstr,
        "strspn" => |m, a| span(m, a, true),
        "strcspn" => |m, a| span(m, a, false),
        "strpbrk" => strpbrk,
        "strsep" => strsep,
        "strtok" => strtok,
        "strtok_r" | "__strtok_r" => strtok_r,
        "strerror" => strerror,
        _ => return None,
    })
}

impl Machine<'_> {
    fn string(&self, pointer: Value) -> Step<&[u8]> {
        self.memory.c_string(pointer, u64::MAX, self.program)
    }

    fn string_at_most(&self, pointer: Value, max: u64) -> Step<&[u8]> {
        if max == 0 {
            return Ok(&[]);
        }
        self.memory.c_string(pointer, max, self.program)
    }

    fn put_string(&mut self, to: Value, text: &[u8]) -> Step<()> {
        let mut bytes = text.to_vec();
        bytes.push(0);
        self.memory.put(to, &bytes, self.program)
    }

    fn found(&self, start: Value, position: Option<usize>) -> Step<Reply> {
        value(position.map_or(Value::ZERO, |n| self.shifted(start, n as i64)))
    }
}

fn strlen(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    size(m.string(arg(args, 0))?.len() as u64)
}

fn strnlen(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    size(m.string_at_most(arg(args, 0), size_arg(args, 1))?.len() as u64)
}

/// A shorter string ends with a zero, which is less than any other byte.
fn compare(a: &[u8], b: &[u8]) -> i64 {
    let n = a.len().min(b.len());
    match difference(&a[..n], &b[..n]) {
        0 => {
            let next = |s: &[u8]| s.get(n).map_or(0, |&c| i64::from(c));
            next(a) - next(b)
        }
        d => d,
    }
}

fn strcmp(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    int(compare(m.string(arg(args, 0))?, m.string(arg(args, 1))?))
}

fn strncmp(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let max = size_arg(args, 2);
    let a = m.string_at_most(arg(args, 0), max)?;
    let b = m.string_at_most(arg(args, 1), max)?;
    int(compare(a, b))
}

fn casecmp(m: &mut Machine<'_>, args: &[Arg], max: u64) -> Step<Reply> {
    let a = m.string_at_most(arg(args, 0), max)?.to_ascii_lowercase();
    let b = m.string_at_most(arg(args, 1), max)?.to_ascii_lowercase();
    int(compare(&a, &b))
}

fn strcpy(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let text = m.string(arg(args, 1))?.to_vec();
    m.put_string(arg(args, 0), &text)?;
    value(arg(args, 0))
}

fn stpcpy(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let text = m.string(arg(args, 1))?.to_vec();
    m.put_string(arg(args, 0), &text)?;
    value(m.shifted(arg(args, 0), text.len() as i64))
}

fn strncpy(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let (to, len) = (arg(args, 0), size_arg(args, 2));
    let text = m.string_at_most(arg(args, 1), len)?.to_vec();
    m.check_write(to, len)?;
    m.memory.put(to, &text, m.program)?;
    let rest = m.shifted(to, text.len() as i64);
    m.memory.fill(rest, 0, len - text.len() as u64, m.program)?;
    value(to)
}

/// Returns the address of the first zero that is written, or of what is behind the last byte.
fn stpncpy(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let len = m.string_at_most(arg(args, 1), size_arg(args, 2))?.len();
    strncpy(m, args)?;
    value(m.shifted(arg(args, 0), len as i64))
}

fn strlcpy(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let text = m.string(arg(args, 1))?.to_vec();
    put_part(m, arg(args, 0), &text, size_arg(args, 2))?;
    size(text.len() as u64)
}

/// Returns how much was written, or an error of the kernel's where that is not all.
fn strscpy(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    const TOO_BIG: i64 = -7;
    let room = size_arg(args, 2);
    let text = m.string_at_most(arg(args, 1), room)?.to_vec();
    put_part(m, arg(args, 0), &text, room)?;
    let fits = (text.len() as u64) < room;
    size(if fits {
        text.len() as u64
    } else {
        TOO_BIG as u64
    })
}

fn strlcat(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let (to, room) = (arg(args, 0), size_arg(args, 2));
    let text = m.string(arg(args, 1))?.to_vec();
    let end = m.string_at_most(to, room)?.len() as u64;
    put_part(m, m.shifted(to, end as i64), &text, room - end)?;
    size(end + text.len() as u64)
}

/// Writes as much of a string as there is room for, with the zero behind it.
fn put_part(m: &mut Machine<'_>, to: Value, text: &[u8], room: u64) -> Step<()> {
    if room == 0 {
        return Ok(());
    }
    let room = usize::try_from(room - 1).unwrap_or(usize::MAX);
    m.put_string(to, &text[..text.len().min(room)])
}

fn strcat(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    append(m, args, u64::MAX)
}

fn strncat(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    append(m, args, size_arg(args, 2))
}

fn append(m: &mut Machine<'_>, args: &[Arg], max: u64) -> Step<Reply> {
    let to = arg(args, 0);
    let end = m.string(to)?.len();
    let text = m.string_at_most(arg(args, 1), max)?.to_vec();
    m.put_string(m.shifted(to, end as i64), &text)?;
    value(to)
}

fn strchr(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let (start, byte) = (arg(args, 0), int_arg(args, 1) as u8);
    let text = m.string(start)?;
    let found = match byte {
        0 => Some(text.len()),
        _ => text.iter().position(|&b| b == byte),
    };
    m.found(start, found)
}

fn strchrnul(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let (start, byte) = (arg(args, 0), int_arg(args, 1) as u8);
    let text = m.string(start)?;
    let found = text.iter().position(|&b| b == byte);
    m.found(start, Some(found.unwrap_or(text.len())))
}

fn strrchr(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let (start, byte) = (arg(args, 0), int_arg(args, 1) as u8);
    let text = m.string(start)?;
    let found = match byte {
        0 => Some(text.len()),
        _ => text.iter().rposition(|&b| b == byte),
    };
    m.found(start, found)
}

fn strstr(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let start = arg(args, 0);
    let (text, part) = (m.string(start)?, m.string(arg(args, 1))?);
    let found = match part.len() {
        0 => Some(0),
        n => text.windows(n).position(|w| w == part),
    };
    m.found(start, found)
}

/// The length of the start of a string that has only bytes inside (or outside) a set.
fn prefix(text: &[u8], set: &[u8], inside: bool) -> usize {
    let end = text.iter().position(|b| set.contains(b) != inside);
    end.unwrap_or(text.len())
}

fn span(m: &mut Machine<'_>, args: &[Arg], inside: bool) -> Step<Reply> {
    let (text, set) = (m.string(arg(args, 0))?, m.string(arg(args, 1))?);
    size(prefix(text, set, inside) as u64)
}

fn strpbrk(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let start = arg(args, 0);
    let (text, set) = (m.string(start)?, m.string(arg(args, 1))?);
    let n = prefix(text, set, false);
    let found = (n < text.len()).then_some(n);
    m.found(start, found)
}

/// Ends the string at the first byte of the set, and moves the pointer behind it.
fn strsep(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let start = m.load_word(arg(args, 0))?;
    if start.addr() == 0 {
        return value(start);
    }
    let (text, set) = (m.string(start)?, m.string(arg(args, 1))?);
    let len = prefix(text, set, false);
    let ends = len == text.len();
    let end = m.shifted(start, len as i64);
    let rest = match ends {
        true => Value::ZERO,
        false => m.shifted(end, 1),
    };
    if !ends {
        m.memory.put(end, &[0], m.program)?;
    }
    m.put_word(arg(args, 0), rest, true)?;
    value(start)
}

fn strtok(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let start = match arg(args, 0) {
        null if null.addr() == 0 => m.library.token,
        start => start,
    };
    let (token, rest) = tokenise(m, start, arg(args, 1))?;
    m.library.token = rest;
    value(token)
}

fn strtok_r(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let start = match arg(args, 0) {
        null if null.addr() == 0 => m.load_word(arg(args, 2))?,
        start => start,
    };
    let (token, rest) = tokenise(m, start, arg(args, 1))?;
    m.put_word(arg(args, 2), rest, true)?;
    value(token)
}

/// Cuts a token off; the rest is where the next search starts.
fn tokenise(m: &mut Machine<'_>, start: Value, set: Value) -> Step<(Value, Value)> {
    if start.addr() == 0 {
        return Ok((Value::ZERO, Value::ZERO));
    }
    let (text, set) = (m.string(start)?, m.string(set)?);
    let skip = prefix(text, set, true);
    let len = prefix(&text[skip..], set, false);
    let ends = skip + len == text.len();
    let token = m.shifted(start, skip as i64);
    let end = m.shifted(token, len as i64);
    if len == 0 {
        return Ok((Value::ZERO, end));
    }
    if ends {
        return Ok((token, end));
    }
    m.memory.put(end, &[0], m.program)?;
    Ok((token, m.shifted(end, 1)))
}

/// Texts of the errors that programs meet.
pub(super) fn error_text(code: i32) -> String {
    match code {
        0 => "Success".into(),
        1 => "Operation not permitted".into(),
        2 => "No such file or directory".into(),
        4 => "Interrupted system call".into(),
        5 => "Input/output error".into(),
        9 => "Bad file descriptor".into(),
        11 => "Resource temporarily unavailable".into(),
        12 => "Cannot allocate memory".into(),
        13 => "Permission denied".into(),
        14 => "Bad address".into(),
        16 => "Device or resource busy".into(),
        17 => "File exists".into(),
        19 => "No such device".into(),
        22 => "Invalid argument".into(),
        28 => "No space left on device".into(),
        33 => "Numerical argument out of domain".into(),
        34 => "Numerical result out of range".into(),
        n => format!("Unknown error {n}"),
    }
}

fn strerror(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let mut text = error_text(int_arg(args, 0)).into_bytes();
    text.push(0);
    value(m.system_object(&text)?)
}
