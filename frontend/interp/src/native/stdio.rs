//! Output to `stdout` and `stderr`, which are collected, and input from the given `stdin`.

use super::super::fault::Step;
use super::super::machine::{Arg, Machine};
use super::super::value::Value;
use super::format::{Source, format};
use super::{NativeFn, Reply, arg, int, int_arg, nothing, size, size_arg, value};

pub(super) fn find(name: &str) -> Option<NativeFn> {
    Some(match name {
        "printf" | "printf_unlocked" => |m, a| printed(m, 1, arg(a, 0), rest(a, 1)),
        "__printf_chk" => |m, a| printed(m, 1, arg(a, 1), rest(a, 2)),
        "fprintf" | "fprintf_unlocked" => |m, a| {
            let stream = m.stream(arg(a, 0));
            printed(m, stream, arg(a, 1), rest(a, 2))
        },
        "dprintf" => |m, a| printed(m, int_arg(a, 0) as usize, arg(a, 1), rest(a, 2)),
        "vprintf" => |m, a| printed(m, 1, arg(a, 0), list(m, a, 1)),
        "vfprintf" => |m, a| {
            let stream = m.stream(arg(a, 0));
            printed(m, stream, arg(a, 1), list(m, a, 2))
        },
        "sprintf" => |m, a| stored(m, arg(a, 0), u64::MAX, arg(a, 1), rest(a, 2)),
        "snprintf" => |m, a| stored(m, arg(a, 0), size_arg(a, 1), arg(a, 2), rest(a, 3)),
        "vsprintf" => |m, a| stored(m, arg(a, 0), u64::MAX, arg(a, 1), list(m, a, 2)),
        "vsnprintf" => |m, a| stored(m, arg(a, 0), size_arg(a, 1), arg(a, 2), list(m, a, 3)),
        "__sprintf_chk" => |m, a| stored(m, arg(a, 0), u64::MAX, arg(a, 3), rest(a, 4)),
        "__snprintf_chk" => |m, a| stored(m, arg(a, 0), size_arg(a, 1), arg(a, 4), rest(a, 5)),
        "__vsprintf_chk" => |m, a| stored(m, arg(a, 0), u64::MAX, arg(a, 3), list(m, a, 4)),
        "__vsnprintf_chk" => |m, a| stored(m, arg(a, 0), size_arg(a, 1), arg(a, 4), list(m, a, 5)),
        "asprintf" => asprintf,
        "puts" | "puts_unlocked" => puts,
        "putchar" | "putchar_unlocked" => |m, a| put_byte(m, 1, int_arg(a, 0)),
        "fputc" | "putc" | "_IO_putc" | "fputc_unlocked" => |m, a| {
            let stream = m.stream(arg(a, 1));
            put_byte(m, stream, int_arg(a, 0))
        },
        "fputs" | "fputs_unlocked" => fputs,
        "fwrite" | "fwrite_unlocked" => fwrite,
        "write" => write,
        "perror" => perror,
        "fflush" | "setvbuf" | "fclose" | "ferror" => |_, _| int(0),
        "setbuf" | "setlinebuf" | "clearerr" | "rewind" => |_, _| nothing(),
        "fopen" => |_, _| value(Value::ZERO),
        "fileno" => |m, a| int(m.stream(arg(a, 0)) as i64),
        "feof" => |m, _| int((m.library.stdin_pos >= m.library.stdin.len()).into()),
        "getchar" | "getc" | "fgetc" | "_IO_getc" | "getchar_unlocked" => {
            |m, _| int(m.get_byte().map_or(-1, i64::from))
        }
        "ungetc" => ungetc,
        "fgets" => fgets,
        "fread" => fread,
        _ => return None,
    })
}

fn rest(args: &[Arg], n: usize) -> Source<'_> {
    Source::Args(args.get(n..).unwrap_or_default())
}

/// The list that a `v…printf` was given: on LP64 its address, on ILP32 its value.
fn list<'a>(m: &Machine<'_>, args: &[Arg], n: usize) -> Source<'a> {
    match m.memory.pointer_size {
        4 => Source::At(arg(args, n)),
        _ => Source::List(arg(args, n)),
    }
}

impl Machine<'_> {
    /// The number of a stream: 2 for `stderr`, else 1.
    fn stream(&self, file: Value) -> usize {
        let files = self.library.files;
        files.iter().position(|&f| f == file.addr()).unwrap_or(1)
    }

    pub(super) fn get_byte(&mut self) -> Option<u8> {
        let byte = self.library.stdin.get(self.library.stdin_pos).copied();
        self.library.stdin_pos += usize::from(byte.is_some());
        byte
    }
}

fn printed(m: &mut Machine<'_>, stream: usize, text: Value, source: Source<'_>) -> Step<Reply> {
    let text = format(m, text, source)?;
    m.print(stream, &text)?;
    int(text.len() as i64)
}

fn stored(
    m: &mut Machine<'_>,
    to: Value,
    room: u64,
    text: Value,
    source: Source<'_>,
) -> Step<Reply> {
    let text = format(m, text, source)?;
    if room > 0 {
        let kept = (room - 1).min(text.len() as u64) as usize;
        let mut bytes = text[..kept].to_vec();
        bytes.push(0);
        m.memory.put(to, &bytes, m.program)?;
    }
    int(text.len() as i64)
}

fn asprintf(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let mut text = format(m, arg(args, 1), rest(args, 2))?;
    text.push(0);
    let slot = m.memory.new_heap(text.len() as u64, 16, false)?;
    let new = m.memory.pointer_to(slot);
    m.memory.put(new, &text, m.program)?;
    m.put_word(arg(args, 0), new, true)?;
    int(text.len() as i64 - 1)
}

fn puts(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let mut text = m
        .memory
        .c_string(arg(args, 0), u64::MAX, m.program)?
        .to_vec();
    text.push(b'\n');
    m.print(1, &text)?;
    int(text.len() as i64)
}

fn put_byte(m: &mut Machine<'_>, stream: usize, c: i32) -> Step<Reply> {
    m.print(stream, &[c as u8])?;
    int((c as u8).into())
}

fn fputs(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let text = m
        .memory
        .c_string(arg(args, 0), u64::MAX, m.program)?
        .to_vec();
    let stream = m.stream(arg(args, 1));
    m.print(stream, &text)?;
    int(1)
}

fn fwrite(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let (each, count) = (size_arg(args, 1), size_arg(args, 2));
    let total = each.saturating_mul(count);
    let text = m.memory.view(arg(args, 0), total, m.program)?.to_vec();
    let stream = m.stream(arg(args, 3));
    m.print(stream, &text)?;
    size(if each == 0 { 0 } else { count })
}

fn write(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let len = size_arg(args, 2);
    let text = m.memory.view(arg(args, 1), len, m.program)?.to_vec();
    m.print(int_arg(args, 0) as usize, &text)?;
    int(len as i64)
}

fn perror(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let mut text = Vec::new();
    if arg(args, 0).addr() != 0 {
        text.extend_from_slice(m.memory.c_string(arg(args, 0), u64::MAX, m.program)?);
        text.extend_from_slice(b": ");
    }
    text.extend_from_slice(super::string::error_text(m.errno()?).as_bytes());
    text.push(b'\n');
    m.print(2, &text)?;
    nothing()
}

fn ungetc(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let c = int_arg(args, 0);
    if c >= 0 {
        let at = m.library.stdin_pos;
        match at.checked_sub(1) {
            Some(before) => {
                m.library.stdin[before] = c as u8;
                m.library.stdin_pos = before;
            }
            None => m.library.stdin.insert(0, c as u8),
        }
    }
    int(c.into())
}

fn fgets(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let most = int_arg(args, 1).saturating_sub(1);
    let mut line = Vec::new();
    while (line.len() as i64) < i64::from(most) {
        let Some(byte) = m.get_byte() else { break };
        line.push(byte);
        if byte == b'\n' {
            break;
        }
    }
    if line.is_empty() {
        return value(Value::ZERO);
    }
    line.push(0);
    m.memory.put(arg(args, 0), &line, m.program)?;
    value(arg(args, 0))
}

fn fread(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let (each, count) = (size_arg(args, 1), size_arg(args, 2));
    let rest = m.library.stdin.len() - m.library.stdin_pos;
    let items = match each {
        0 => 0,
        _ => count.min(rest as u64 / each),
    };
    let start = m.library.stdin_pos;
    let data = m.library.stdin[start..start + (items * each) as usize].to_vec();
    m.library.stdin_pos += data.len();
    m.memory.put(arg(args, 0), &data, m.program)?;
    size(items)
}
