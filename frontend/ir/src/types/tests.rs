//! Layouts against gcc: random records, compiled and asked for their sizes and offsets.

use super::*;
use std::fmt::Write as _;
use std::process::Command;

/// A small deterministic generator.
struct Rng(u64);

impl Rng {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
}

/// The members' types in C, with the same types of ours.
fn scalar(types: &Types, pick: u64) -> (&'static str, TypeId) {
    let kinds = [
        ("char", IntKind::Char),
        ("short", IntKind::Short),
        ("int", IntKind::Int),
        ("unsigned", IntKind::UInt),
        ("long", IntKind::Long),
        ("long long", IntKind::LongLong),
        ("unsigned long long", IntKind::ULongLong),
        ("_Bool", IntKind::Bool),
        ("unsigned char", IntKind::UChar),
    ];
    match pick % 11 {
        9 => ("double", types.float(FloatKind::Double)),
        10 => ("long double", types.float(FloatKind::LongDouble)),
        n => (kinds[n as usize].0, types.named_int(kinds[n as usize].1)),
    }
}

struct Generated {
    text: String,
    record: RecordId,
}

/// One random record, in C and as ours.
fn record(types: &mut Types, rng: &mut Rng, number: usize, previous: &[Generated]) -> Generated {
    let kind = if rng.below(6) == 0 {
        RecordKind::Union
    } else {
        RecordKind::Struct
    };
    let mut attrs = RecordAttrs::default();
    let mut text = String::new();
    if rng.below(6) == 0 {
        attrs.max_align = Some(1 << rng.below(4));
        writeln!(text, "#pragma pack({})", attrs.max_align.unwrap()).unwrap();
    }
    let word = if kind == RecordKind::Union {
        "union"
    } else {
        "struct"
    };
    writeln!(text, "typedef {word} {{").unwrap();
    let mut decls = Vec::new();
    for n in 0..rng.below(7) + 1 {
        decls.push(member(types, rng, n, previous, &mut text));
    }
    write!(text, "}}").unwrap();
    if rng.below(5) == 0 {
        attrs.packed = true;
        write!(text, " __attribute__((packed))").unwrap();
    }
    if rng.below(8) == 0 {
        attrs.align = Some(1 << rng.below(5));
        write!(text, " __attribute__((aligned({})))", attrs.align.unwrap()).unwrap();
    }
    writeln!(text, " R{number};\n#pragma pack()").unwrap();
    let id = types.new_record(kind, None);
    types.complete_record(id, decls, attrs).expect("a layout");
    Generated { text, record: id }
}

fn member(
    types: &mut Types,
    rng: &mut Rng,
    n: u64,
    previous: &[Generated],
    text: &mut String,
) -> FieldDecl {
    let (c, ty) = scalar(types, rng.below(11));
    let choice = rng.below(10);
    let mut decl = FieldDecl::plain(Some(format!("m{n}").into()), ty);
    match choice {
        0..4 if types.is_integer(ty) => {
            let kind = types.int_kind(ty).unwrap();
            let width = rng.below(types.width(kind).into()) as u32 + 1;
            let width = if rng.below(8) == 0 { 0 } else { width };
            decl.bit_width = Some(width);
            if width == 0 || rng.below(8) == 0 {
                decl.name = None;
                write!(text, "  {c} : {width}").unwrap();
            } else {
                write!(text, "  {c} m{n} : {width}").unwrap();
            }
        }
        4 => {
            let len = rng.below(4);
            decl.ty = types.array(ty, ArrayLen::Known(len));
            write!(text, "  {c} m{n}[{len}]").unwrap();
        }
        5 if !previous.is_empty() => {
            let other = rng.below(previous.len() as u64) as usize;
            decl.ty = types.record_type(previous[other].record);
            write!(text, "  R{other} m{n}").unwrap();
        }
        _ => write!(text, "  {c} m{n}").unwrap(),
    }
    if decl.name.is_some() {
        match rng.below(14) {
            0 => {
                decl.packed = true;
                write!(text, " __attribute__((packed))").unwrap();
            }
            1 => {
                decl.align = Some(1 << rng.below(5));
                write!(text, " __attribute__((aligned({})))", decl.align.unwrap()).unwrap();
            }
            _ => {}
        }
    }
    writeln!(text, ";").unwrap();
    decl
}

/// The lines gcc's executable prints, and those we expect.
fn program(types: &mut Types, rng: &mut Rng, count: usize) -> (String, String) {
    let mut records = Vec::new();
    let mut text =
        String::from("int printf(const char *, ...);\nvoid *memset(void *, int, unsigned long);\n");
    text = text.replace("unsigned long", "__SIZE_TYPE__");
    text += "static int first(unsigned char *p, int n) { for (int i = 0; i < n * 8; i++) if (p[i / 8] >> i % 8 & 1) return i; return -1; }\n";
    for number in 0..count {
        let next = record(types, rng, number, &records);
        text += &next.text;
        records.push(next);
    }
    text += "int main(void) {\n";
    let mut expected = String::new();
    for (number, generated) in records.iter().enumerate() {
        let record = &types.records[generated.record];
        let layout = record.layout.unwrap();
        writeln!(text, "{{ R{number} r; printf(\"R{number} %d %d\\n\", (int)sizeof r, (int)__alignof__(R{number}));").unwrap();
        writeln!(expected, "R{number} {} {}", layout.size, layout.align).unwrap();
        for field in record.fields.values() {
            let Some(name) = &field.name else { continue };
            let place = if field.is_bit_field() {
                format!(
                    "(memset(&r, 0, sizeof r), r.{name} = -1, first((unsigned char *)&r, sizeof r))"
                )
            } else {
                format!("(int)__builtin_offsetof(R{number}, {name}) * 8")
            };
            writeln!(text, "printf(\"  {name} %d\\n\", {place});").unwrap();
            writeln!(expected, "  {name} {}", field.bit_offset).unwrap();
        }
        text += "}\n";
    }
    text += "return 0; }\n";
    (text, expected)
}

/// What the program prints when compiled for the model; None where gcc cannot link for it.
fn run(text: &str, model: DataModel, name: &str) -> Option<String> {
    let dir = std::env::temp_dir().join(format!("layout-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let (source, binary) = (dir.join("t.c"), dir.join("t"));
    std::fs::write(&source, text).unwrap();
    let flag = if model == DataModel::Ilp32 {
        "-m32"
    } else {
        "-m64"
    };
    let built = Command::new("gcc")
        .args([flag, "-w", "-o"])
        .arg(&binary)
        .arg(&source)
        .output();
    let built = built.expect("gcc is there");
    let output = built
        .status
        .success()
        .then(|| Command::new(&binary).output().unwrap());
    let error = String::from_utf8_lossy(&built.stderr).into_owned();
    std::fs::remove_dir_all(&dir).unwrap();
    match output {
        Some(output) => Some(String::from_utf8(output.stdout).unwrap()),
        None if model == DataModel::Ilp32 && error.contains("cannot find") => None,
        None => panic!("gcc refuses the test program: {error}"),
    }
}

fn agree(model: DataModel, seed: u64) {
    let mut types = Types::new(model);
    let (text, expected) = program(&mut types, &mut Rng(seed), 400);
    let Some(actual) = run(&text, model, &format!("{model:?}{seed}")) else {
        return;
    };
    let mut header = "";
    for (ours, theirs) in expected.lines().zip(actual.lines()) {
        if !ours.starts_with(' ') {
            header = theirs;
        }
        if ours != theirs {
            let name = header.split(' ').next().unwrap();
            let end = text.find(&format!(" {name};")).unwrap();
            let start = text[..end].rfind("typedef").unwrap();
            panic!(
                "ours: {ours}, gcc's: {theirs}, in\n{}",
                &text[start - 20..end]
            );
        }
    }
    assert_eq!(expected.lines().count(), actual.lines().count());
}

#[test]
fn layouts_are_those_of_gcc_lp64() {
    for seed in 0..2 {
        agree(DataModel::Lp64, seed);
    }
}

#[test]
fn layouts_are_those_of_gcc_ilp32() {
    for seed in 0..2 {
        agree(DataModel::Ilp32, seed + 100);
    }
}
