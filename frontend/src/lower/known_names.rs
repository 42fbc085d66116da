//! Names with a meaning: attributes, functions that end the program, the C library's signatures.

use super::Lowerer;
use ir::types::{FloatKind, FunctionType, IntKind, Quals, TypeId};
use ir::{FuncId, Special};
use rustc_hash::FxHashSet;
use source::{Interner, Span, Symbol};

/// Symbols that lowering compares with.
pub(super) struct KnownNames {
    pub(super) mode: Symbol,
    pub(super) aligned: Symbol,
    pub(super) packed: Symbol,
    pub(super) vector_size: Symbol,
    pub(super) alias: Symbol,
    pub(super) may_alias: Symbol,
    pub(super) noreturn: Symbol,
    pub(super) constructor: Symbol,
    pub(super) destructor: Symbol,
    pub(super) cleanup: Symbol,
    pub(super) weak: Symbol,
    pub(super) weakref: Symbol,
    pub(super) ifunc: Symbol,
    pub(super) always_inline: Symbol,
    pub(super) gnu_inline: Symbol,
    pub(super) section: Symbol,
    pub(super) used: Symbol,
    pub(super) retain: Symbol,
    pub(super) function_names: FxHashSet<Symbol>,
}

impl KnownNames {
    pub(super) fn new(names: &mut Interner) -> Self {
        let mut intern = |name: &str| names.intern(name);
        Self {
            mode: intern("mode"),
            aligned: intern("aligned"),
            packed: intern("packed"),
            vector_size: intern("vector_size"),
            alias: intern("alias"),
            may_alias: intern("may_alias"),
            noreturn: intern("noreturn"),
            constructor: intern("constructor"),
            destructor: intern("destructor"),
            cleanup: intern("cleanup"),
            weak: intern("weak"),
            weakref: intern("weakref"),
            ifunc: intern("ifunc"),
            always_inline: intern("always_inline"),
            gnu_inline: intern("gnu_inline"),
            section: intern("section"),
            used: intern("used"),
            retain: intern("retain"),
            function_names: ["__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"]
                .into_iter()
                .map(intern)
                .collect(),
        }
    }
}

/// The meaning of a function's name, and whether it never returns.
pub(super) fn special(name: &str) -> (Option<Special>, bool) {
    match name {
        "__VERIFIER_error" | "reach_error" => (Some(Special::Error), false),
        "__assert_fail" | "__assert" | "__assert_rtn" | "__assert_perror_fail" => {
            (Some(Special::AssertFail), true)
        }
        "abort" => (Some(Special::Abort), true),
        "exit" | "_exit" | "_Exit" | "quick_exit" => (Some(Special::Exit), true),
        "__builtin_unreachable" => (Some(Special::Unreachable), true),
        "longjmp" | "siglongjmp" | "_longjmp" => (None, true),
        _ if name.starts_with("__VERIFIER_nondet_") => (Some(Special::Nondet), false),
        _ => (None, false),
    }
}

/// `name result(parameters)`; letters as in [`Lowerer::letter`], `.` for variable arguments.
const LIBRARY: &str = "
    abort v() exit v(i) _exit v(i) _Exit v(i) atexit i(p) __builtin_unreachable v()
    malloc p(z) calloc p(zz) realloc p(pz) free v(p) aligned_alloc p(zz)
    memcpy p(pPz) memmove p(pPz) memset p(piz) memcmp i(PPz) memchr p(Piz) mempcpy p(pPz)
    bzero v(pz) bcmp i(PPz) bcopy v(PPz)
    strlen z(S) strcpy s(sS) strncpy s(sSz) strcat s(sS) strncat s(sSz) strcmp i(SS)
    strncmp i(SSz) strchr s(Si) strrchr s(Si) strstr s(SS) strdup s(S) strndup s(Sz)
    strspn z(SS) strcspn z(SS) strpbrk s(SS) strtok s(sS) strnlen z(Sz) strerror s(i)
    stpcpy s(sS) strcasecmp i(SS) strncasecmp i(SSz) index s(Si) rindex s(Si)
    strtol l(Sai) strtoul L(Sai) strtoll q(Sai) strtoull Q(Sai) strtod d(Sa) atoi i(S) atol l(S)
    atoll q(S) atof d(S)
    printf i(S.) fprintf i(pS.) sprintf i(sS.) snprintf i(szS.) puts i(S) putchar i(i)
    fputs i(Sp) fputc i(ip) putc i(ip) fputs_unlocked i(Sp) fwrite z(Pzzp) scanf i(S.)
    sscanf i(SS.) vprintf i(SV) vfprintf i(pSV) vsprintf i(sSV) vsnprintf i(szSV) fflush i(p)
    getchar i() perror v(S)
    isalnum i(i) isalpha i(i) isblank i(i) iscntrl i(i) isdigit i(i) isgraph i(i) islower i(i)
    isprint i(i) ispunct i(i) isspace i(i) isupper i(i) isxdigit i(i) tolower i(i) toupper i(i)
    abs i(i) labs l(l) llabs q(q)
    cpu_supports i(S) cpu_is i(S) rand i() srand v(u) time l(p) getenv s(S) qsort v(pzzp) setjmp i(p) longjmp v(pi)
    __assert_fail v(SSuS)
";

impl Lowerer<'_> {
    /// A function of the C library, also under its `__builtin_` name.
    pub(super) fn builtin_function(&mut self, name: Symbol) -> Option<FuncId> {
        let text = self.name(name).to_string();
        let found = signature(&text).map(|s| (text.as_str(), s)).or_else(|| {
            let plain = text.strip_prefix("__builtin_")?;
            let plain = if plain == "trap" { "abort" } else { plain };
            Some((plain, signature(plain)?))
        });
        let (plain, signature) = found?;
        let ty = self.signature_type(&signature);
        let symbol = self.names.intern(plain);
        if let Some(super::Entity::Func(func)) = self.scopes.lookup_file(symbol) {
            return Some(func);
        }
        Some(self.library_function(symbol, ty, Span::NONE))
    }

    fn signature_type(&mut self, signature: &str) -> TypeId {
        let (ret, params) = signature.split_once('(').unwrap_or((signature, ")"));
        let letters = params.trim_end_matches(')');
        let variadic = letters.ends_with('.');
        let params = letters
            .chars()
            .filter(|&c| c != '.')
            .map(|c| self.letter(c))
            .collect();
        let ret = self.letter(ret.chars().next().unwrap_or('v'));
        self.program.types.function(FunctionType {
            ret,
            params,
            variadic,
            prototype: true,
        })
    }

    /// Lower case is the plain type; `S` and `P` point to constants, `a` is `char **`, `V` a
    /// `va_list` parameter.
    fn letter(&mut self, letter: char) -> TypeId {
        let types = &mut self.program.types;
        let constant = Quals {
            is_const: true,
            ..Quals::NONE
        };
        let (char, void) = (types.char(), types.void());
        match letter {
            'i' => types.int(),
            'u' => types.named_int(IntKind::UInt),
            'l' => types.named_int(IntKind::Long),
            'L' => types.named_int(IntKind::ULong),
            'q' => types.named_int(IntKind::LongLong),
            'Q' => types.named_int(IntKind::ULongLong),
            'z' => types.size_t(),
            'f' => types.float(FloatKind::Float),
            'd' => types.float(FloatKind::Double),
            'D' => types.float(FloatKind::LongDouble),
            'p' => types.pointer(void),
            'P' => types.pointer_to(void, constant),
            's' => types.pointer(char),
            'S' => types.pointer_to(char, constant),
            'a' => {
                let inner = types.pointer(char);
                types.pointer(inner)
            }
            'V' => {
                let list = types.va_list();
                match types.elem(list) {
                    Some(tag) => types.pointer(tag),
                    None => list,
                }
            }
            _ => void,
        }
    }
}

/// Whether the C library has a function of that name.
pub(super) fn is_library(name: &str) -> bool {
    let special = special(name).0.is_some();
    special || signature(name).is_some() || ir::library::effect(name).is_some()
}

/// The signature of a library function.
fn signature(name: &str) -> Option<String> {
    let mut words = LIBRARY.split_whitespace();
    while let Some(word) = words.next() {
        let signature = words.next()?;
        if word == name {
            return Some(signature.into());
        }
    }
    ir::library::math_signature(name)
}
