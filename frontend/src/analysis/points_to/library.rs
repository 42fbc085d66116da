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
    "__builtin_malloc",
    "__builtin_calloc",
    "strdup",
    "strndup",
    "kmalloc",
    "__kmalloc",
    "kzalloc",
    "kcalloc",
    "kmalloc_array",
    "kmalloc_node",
    "kzalloc_node",
    "kstrdup",
    "kmemdup",
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
    "__builtin_memcpy",
    "__builtin_memmove",
    "__memcpy",
    "RtlCopyMemory",
    "RtlMoveMemory",
];
const FILL: &[&str] = &["memset", "__builtin_memset", "__memset", "bzero", "memzero"];
const COPY_STRING: &[&str] = &[
    "strcpy",
    "strncpy",
    "strcat",
    "strncat",
    "stpcpy",
    "__builtin_strcpy",
    "__builtin_strncpy",
    "__builtin_strcat",
    "strlcpy",
    "strlcat",
];
const READ: &[&str] = &[
    "free",
    "kfree",
    "vfree",
    "strlen",
    "strnlen",
    "__builtin_strlen",
    "strcmp",
    "strncmp",
    "strcasecmp",
    "strncasecmp",
    "strspn",
    "strcspn",
    "memcmp",
    "__builtin_memcmp",
    "__builtin_strcmp",
    "printf",
    "fprintf",
    "puts",
    "fputs",
    "putchar",
    "fputc",
    "putc",
    "perror",
    "printk",
    "_printk",
    "__printk",
    "dev_err",
    "dev_warn",
    "dev_info",
    "_dev_info",
    "__dynamic_pr_debug",
    "__dynamic_dev_dbg",
    "warn_slowpath_null",
    "warn_slowpath_fmt",
    "DbgPrint",
    "atoi",
    "atol",
    "atoll",
    "fflush",
];
const SEARCH: &[&str] = &[
    "strchr",
    "strrchr",
    "strstr",
    "strpbrk",
    "memchr",
    "memrchr",
    "strchrnul",
    "__builtin_strchr",
];

/// The effect of the function of that name.
pub(crate) fn effect(name: &str) -> Option<Effect> {
    let table = [
        (ALLOCATE, Effect::Allocate),
        (&["realloc", "krealloc"], Effect::Reallocate),
        (COPY, Effect::Copy),
        (FILL, Effect::Fill),
        (COPY_STRING, Effect::CopyString),
        (READ, Effect::Read),
        (SEARCH, Effect::Search),
    ];
    table
        .iter()
        .find(|(names, _)| names.contains(&name))
        .map(|&(_, effect)| effect)
}
