//! What functions of libc and of kernels do with pointers, by their names.
//!
//! Used for functions without a body only: a body says itself what it does. What no table names
//! may keep its arguments and return any of them, and changes nothing (the ledger says so).

/// The effect of a call on memory and on its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Returns a new object, or null.
    Allocate,
    /// Returns a new object with the contents of the first argument's, that object, or null.
    Reallocate,
    /// Copies bytes to the first argument from the second, as many as the third says, and returns
    /// the first.
    Copy,
    /// Writes bytes that are no pointers to the first argument's object and returns its address.
    Fill,
    /// Copies a string: bytes that are no pointers to the first argument's object, reading the
    /// second's; returns its address.
    CopyString,
    /// Only reads; the result is no pointer.
    Read,
    /// Reads, and is seen from outside; the result is no pointer.
    Output,
    /// Prints to the first argument's object, reading the others; the result is no pointer.
    Format,
    /// Reads input, which goes on from call to call, into what its arguments point to; no pointers.
    Scan,
    /// Ends the life of an object; nothing that analyses track.
    Release,
    /// Calls functions among its arguments with addresses inside the others.
    Callback,
    /// May write what its arguments point to, keep them, and return any address it has seen;
    /// depends on what it was called with before.
    Mutate,
    /// Only reads; returns an address inside the first argument's object, or null.
    Search,
}

const ALLOCATE: &[&str] = &[
    "malloc",
    "calloc",
    "valloc",
    "pvalloc",
    "memalign",
    "aligned_alloc",
    "kmalloc",
    "__kmalloc",
    "kzalloc",
    "kcalloc",
    "kmalloc_array",
    "kmalloc_node",
    "kzalloc_node",
    "vmalloc",
    "vzalloc",
    "vmalloc_user",
    "kmem_cache_alloc",
    "kmem_cache_zalloc",
    "kmem_cache_alloc_trace",
    "devm_kzalloc",
    "devm_kmalloc",
    "ldv_malloc",
    "ldv_zalloc",
    "__alloc_skb",
    "dev_alloc_skb",
    "usb_alloc_urb",
    "ExAllocatePool",
    "ExAllocatePoolWithTag",
    "ExAllocatePoolWithQuotaTag",
];
const COPY: &[&str] = &[
    "memcpy",
    "memmove",
    "mempcpy",
    "__memcpy",
    "__memcpy_chk",
    "__memmove",
    "__memmove_chk",
    "RtlCopyMemory",
    "RtlMoveMemory",
];
const FILL: &[&str] = &["memset", "__memset", "__memset_chk", "bzero", "memzero"];
const COPY_STRING: &[&str] = &[
    "strcpy",
    "strncpy",
    "strcat",
    "strncat",
    "stpcpy",
    "strlcpy",
    "strlcat",
    "__strcpy_chk",
    "__strncpy_chk",
    "__strcat_chk",
    "__strncat_chk",
];
const READ: &[&str] = &[
    "strlen",
    "__strlen",
    "strnlen",
    "strcmp",
    "strncmp",
    "strcasecmp",
    "strncasecmp",
    "strspn",
    "strcspn",
    "memcmp",
    "bcmp",
    "atoi",
    "atol",
    "atoll",
    "atof",
    "abs",
    "labs",
    "llabs",
    "isalpha",
    "isdigit",
    "isalnum",
    "isspace",
    "isupper",
    "islower",
    "isxdigit",
    "isprint",
    "ispunct",
    "toupper",
    "tolower",
    "sqrt",
    "fabs",
    "pow",
    "fmod",
    "ffs",
    "ffsl",
    "ffsll",
    "clz",
    "clzl",
    "clzll",
    "ctz",
    "ctzl",
    "ctzll",
    "popcount",
    "popcountl",
    "popcountll",
    "parity",
    "bswap16",
    "bswap32",
    "bswap64",
    "prefetch",
    "isnan",
    "isinf",
    "isfinite",
    "signbit",
];
const OUTPUT: &[&str] = &[
    "printf",
    "__printf_chk",
    "fprintf",
    "vprintf",
    "vfprintf",
    "puts",
    "fputs",
    "putchar",
    "fputc",
    "putc",
    "fwrite",
    "write",
    "perror",
    "fflush",
    "printk",
    "_printk",
    "__printk",
    "dev_err",
    "dev_warn",
    "dev_info",
    "_dev_info",
    "_dev_err",
    "_dev_warn",
    "netdev_err",
    "netdev_info",
    "netdev_warn",
    "__dynamic_pr_debug",
    "__dynamic_dev_dbg",
    "__dynamic_netdev_dbg",
    "warn_slowpath_null",
    "warn_slowpath_fmt",
    "DbgPrint",
];
const FORMAT: &[&str] = &[
    "sprintf",
    "snprintf",
    "vsprintf",
    "vsnprintf",
    "scnprintf",
    "__sprintf_chk",
    "__snprintf_chk",
];
const SCAN: &[&str] = &["scanf", "fscanf", "sscanf"];
const RELEASE: &[&str] = &[
    "free",
    "cfree",
    "kfree",
    "vfree",
    "kmem_cache_free",
    "ExFreePool",
];
const CALLBACK: &[&str] = &[
    "qsort",
    "bsearch",
    "atexit",
    "at_quick_exit",
    "on_exit",
    "pthread_create",
];
const SEARCH: &[&str] = &[
    "strchr",
    "index",
    "rindex",
    "strrchr",
    "strstr",
    "strpbrk",
    "memchr",
    "memrchr",
    "strchrnul",
];

/// The effect of the function of that name; none if nothing is known of it.
pub(crate) fn effect(name: &str) -> Option<Effect> {
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    let table = [
        (ALLOCATE, Effect::Allocate),
        (&["realloc", "krealloc", "reallocarray"], Effect::Reallocate),
        (COPY, Effect::Copy),
        (FILL, Effect::Fill),
        (COPY_STRING, Effect::CopyString),
        (READ, Effect::Read),
        (OUTPUT, Effect::Output),
        (FORMAT, Effect::Format),
        (SCAN, Effect::Scan),
        (RELEASE, Effect::Release),
        (CALLBACK, Effect::Callback),
        (SEARCH, Effect::Search),
    ];
    table
        .iter()
        .find(|(names, _)| names.contains(&plain))
        .map(|&(_, effect)| effect)
        .or_else(|| crate::interp::is_native(name).then_some(Effect::Mutate))
}

/// Whether the function has functions called when the program ends.
pub(crate) fn registers_exit_handler(name: &str) -> bool {
    matches!(name, "atexit" | "at_quick_exit" | "on_exit")
}
