//! What functions of libc and of kernels do to memory, by their names.
//!
//! Holds for functions without a body only: a body says itself what it does. These functions are
//! the primitives of later stages: a call of one stays a call in the automata, and the stages that
//! give it a meaning (the interpreter, the analyses, an encoding as formulas) ask here what it may do.
//! The effects are over-approximations; [`allocation`] says more of allocators. What no table names may
//! keep its arguments and return anything, and changes nothing: the ledger lists it as a function
//! without a body, and those named here as functions of the library.

mod math;
mod native;
mod printf_length;

pub use math::signature as math_signature;
pub use native::{is_native, native_names};
pub use printf_length::{Printed, printed, string_literal};

use crate::{FuncId, Program};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// The effect of a call on memory and on its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LibraryEffect {
    /// Returns a new object, or null; see [`allocation`].
    Allocate,
    /// Returns a new object with the contents of the first argument's, that object, or null.
    Reallocate,
    /// Copies bytes to the first argument from the second, as many as the third says, and returns
    /// the first.
    Copy,
    /// The same; returns the address behind the last byte written.
    CopyOn,
    /// Writes bytes that are no pointers to the first argument's object and returns its address.
    Fill,
    /// Copies a string: bytes that are no pointers to the first argument's object, reading the
    /// second's; returns an address inside the first.
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

/// How an allocator's new object looks. Its contents are arbitrary unless it is zeroed; null is
/// always possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allocation {
    pub size: Size,
    pub zeroed: bool,
}

/// The size of a new object in bytes, by argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// The n-th argument.
    Arg(usize),
    /// The product of two arguments; none if it overflows.
    Product(usize, usize),
    /// Known to the allocator only.
    Own,
}

/// The bytes that a call writes, from an address on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    pub contents: Contents,
    /// The argument that says how many at most, if there is one; the first one is the address.
    pub length: Option<usize>,
    /// The argument with the format of a text that is printed.
    pub format: Option<usize>,
}

/// What is written, by argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contents {
    /// What is at another address.
    From(usize),
    /// One byte again and again.
    Byte(usize),
    Zero,
    Anything,
}

impl LibraryEffect {
    /// What is assumed of a function with this effect, for the ledger.
    pub fn assumption(self) -> &'static str {
        match self {
            Self::Allocate => "returns a new object or null",
            Self::Reallocate => "returns a new object with the old contents, the old one, or null",
            Self::Copy | Self::CopyOn => "copies bytes between the objects of its arguments",
            Self::Fill | Self::CopyString => "writes the object of its first argument",
            Self::Read => "returns any value of its type and changes nothing",
            Self::Output => "prints; returns any value of its type",
            Self::Format => "writes the object of its first argument; returns any value",
            Self::Scan => {
                "writes any values to what its arguments point to, but no address of the program's"
            }
            Self::Release => "ends the life of the object",
            Self::Callback => "calls functions given to it; writes what its arguments point to",
            Self::Mutate => "writes what its arguments point to; returns anything it has seen",
            Self::Search => "returns an address inside the object of its first argument, or null",
        }
    }

    /// Whether a caller sees nothing of the call but its result and the memory it writes.
    pub fn is_silent(self) -> bool {
        !matches!(
            self,
            Self::Output | Self::Scan | Self::Callback | Self::Mutate
        )
    }

    /// Whether what a function of that name does follows from what it is given: a run that only lets it return anything
    /// is none.
    pub fn is_computed(self, name: &str) -> bool {
        match self {
            Self::Allocate | Self::Output | Self::Release | Self::Callback => false,
            Self::Scan => name.ends_with("sscanf"),
            Self::Mutate => !SYSTEM.split_whitespace().any(|n| n == name),
            Self::Fill => name != "get_random_bytes",
            _ => true,
        }
    }

    /// Whether the effect is the best that is to be had: a model in C would only be slower, and
    /// would make all objects that go through it one.
    pub fn is_primitive(self) -> bool {
        matches!(
            self,
            Self::Allocate
                | Self::Reallocate
                | Self::Release
                | Self::Copy
                | Self::CopyOn
                | Self::Fill
                | Self::Format
                | Self::Scan
        )
    }
}

/// Functions by effect, several rows for one where that reads better.
const TABLE: &[(LibraryEffect, &str)] = &[
    (
        LibraryEffect::Reallocate,
        "realloc krealloc reallocarray kvrealloc krealloc_array",
    ),
    (
        LibraryEffect::Copy,
        "memcpy memmove __memcpy __memcpy_chk __memmove __memmove_chk RtlCopyMemory RtlMoveMemory
         NdisMoveMemory memcpy_fromio memcpy_toio",
    ),
    (LibraryEffect::CopyOn, "mempcpy __mempcpy __mempcpy_chk"),
    (
        LibraryEffect::Fill,
        "memset __memset __memset_chk bzero memzero explicit_bzero memset_io RtlZeroMemory
         RtlFillMemory get_random_bytes",
    ),
    (
        LibraryEffect::CopyString,
        "strcpy strncpy strcat strncat stpcpy stpncpy strlcpy strlcat strscpy __strcpy_chk
         __strncpy_chk __strcat_chk __strncat_chk",
    ),
    (
        LibraryEffect::Read,
        "strlen __strlen strnlen strcmp strncmp strcasecmp strncasecmp strspn strcspn memcmp bcmp
         atoi atol atoll atof abs labs llabs isalpha isdigit isalnum isspace isupper islower
         isxdigit isprint ispunct toupper tolower sqrt fabs pow fmod ffs ffsl ffsll clz clzl clzll
         ctz ctzl ctzll popcount popcountl popcountll parity bswap16 bswap32 bswap64 prefetch isnan
         isinf isfinite signbit cpu_supports cpu_is",
    ),
    (
        LibraryEffect::Read,
        "isblank iscntrl isgraph isascii toascii div ldiv lldiv imaxabs imaxdiv strcoll strverscmp wcscmp
         wcsncmp wcslen wcsnlen wcscoll wcsspn wcscspn wmemcmp iswalpha iswdigit iswalnum iswspace
         iswupper iswlower iswxdigit iswprint iswpunct iswblank iswcntrl iswgraph towupper towlower
         mblen btowc wctob difftime a64l htonl htons ntohl ntohs",
    ),
    (
        LibraryEffect::Output,
        "printf __printf_chk fprintf vprintf vfprintf puts fputs putchar fputc putc fwrite write
         perror fflush syslog",
    ),
    (
        LibraryEffect::Output,
        "printk _printk __printk vprintk dev_err dev_warn dev_info dev_printk _dev_info _dev_err
         _dev_warn netdev_err netdev_info netdev_warn __dynamic_pr_debug __dynamic_dev_dbg
         __dynamic_netdev_dbg warn_slowpath_null warn_slowpath_fmt DbgPrint",
    ),
    (
        LibraryEffect::Format,
        "sprintf snprintf vsprintf vsnprintf scnprintf vscnprintf __sprintf_chk __snprintf_chk
         __vsprintf_chk __vsnprintf_chk",
    ),
    (
        LibraryEffect::Scan,
        "scanf fscanf sscanf __isoc99_scanf __isoc99_fscanf __isoc99_sscanf vscanf vfscanf vsscanf
         fread read pread recv recvfrom copy_from_user __copy_from_user _copy_from_user
         strncpy_from_user request_firmware request_firmware_direct firmware_request_nowarn
         firmware_request_platform kstrtoint kstrtouint kstrtol kstrtoul kstrtoll kstrtoull
         _kstrtol _kstrtoul kstrtos8 kstrtou8 kstrtos16 kstrtou16 kstrtobool",
    ),
    (
        LibraryEffect::Release,
        "free cfree kfree kvfree vfree kzfree kfree_sensitive kmem_cache_free devm_kfree
         __kfree_skb kfree_skb usb_free_urb ExFreePool ExFreePoolWithTag",
    ),
    (
        LibraryEffect::Callback,
        "qsort qsort_r bsearch atexit at_quick_exit on_exit pthread_create pthread_once pthread_atfork call_once
         thrd_create lfind lsearch tsearch tfind tdelete twalk tdestroy ftw nftw scandir glob",
    ),
    (
        LibraryEffect::Search,
        "strchr index rindex strrchr strstr strpbrk memchr memrchr strchrnul",
    ),
    // Memory written in other ways than those above; natives of the interpreter are here too.
    (
        LibraryEffect::Mutate,
        "bcopy fgets gets getline getdelim readlink realpath getcwd strtok strtok_r strsep strtol
         strtoul strtoll strtoull strtod frexp modf time gettimeofday clock_gettime posix_memalign
         pipe stat fstat lstat ioctl swab memccpy strxfrm strftime localtime_r gmtime_r asctime_r
         ctime_r mbstowcs wcstombs inet_pton inet_aton getrusage nanosleep waitpid epoll_wait
         getsockopt getsockname getpeername socketpair pthread_join rand_r getrlimit uname sigprocmask
         sigaction sigemptyset sigfillset sigaddset sigdelset poll ppoll select sem_getvalue vasprintf
         getsubopt getrandom confstr erand48 nrand48 jrand48 __xpg_strerror_r getopt getopt_long",
    ),
    (
        LibraryEffect::Mutate,
        "strtof strtold strtoimax strtoumax wcstol wcstoul wcstoll wcstoull wcstod wcscpy wcsncpy wcscat
         wcsncat wmemcpy wmemmove wmemset mbtowc wctomb mktime timegm gmtime localtime asctime ctime
         hsearch insque remque ecvt fcvt gcvt l64a strfry memfrob memmem
         strcasestr wcschr wcsrchr wcsstr wcspbrk wmemchr wcstok wcsdup",
    ),
];

/// Those that write what the system chooses.
const SYSTEM: &str = "gets getline getdelim readlink gettimeofday clock_gettime pipe stat fstat lstat ioctl getrusage \
     nanosleep waitpid epoll_wait getsockopt getsockname getpeername socketpair pthread_join getrlimit uname \
     sigprocmask sigaction poll ppoll select sem_getvalue getrandom confstr";

/// Allocators with the argument that is the size, by whether the object is zeroed. A size of two
/// arguments is `a*b`.
const ALLOCATORS: &[(bool, &str)] = &[
    (
        false,
        "malloc:0 valloc:0 pvalloc:0 memalign:1 aligned_alloc:1 kmalloc:0 __kmalloc:0
         kmalloc_array:0*1 kmalloc_node:0 __kmalloc_node:0 vmalloc:0 vmalloc_node:0 kvmalloc:0
         kmem_cache_alloc:own kmem_cache_alloc_node:own kmem_cache_alloc_trace:2 kmalloc_trace:2 kmalloc_large:0 kvmalloc_node:0 __kmalloc_noprof:0
         __kmalloc_cache_noprof:2 kmalloc_large_node:0 devm_kmalloc:1
         ldv_malloc:0 __alloc_skb:own alloc_skb:own dev_alloc_skb:own usb_alloc_urb:own
         usb_alloc_coherent:1 dma_alloc_coherent:1 dma_alloc_attrs:1 dma_alloc_wc:1
         dma_alloc_noncoherent:1 dmam_alloc_coherent:1 dmam_alloc_attrs:1 pci_alloc_consistent:1
         dma_pool_create:own dma_pool_alloc:own kmem_cache_create:own input_allocate_device:own
         devm_input_allocate_device:own platform_device_alloc:own kobject_create_and_add:own
         ExAllocatePool:1 ExAllocatePoolWithTag:1
         ExAllocatePoolWithQuotaTag:1",
    ),
    (
        true,
        "calloc:0*1 dma_pool_zalloc:own kzalloc:0 kzalloc_node:0 kcalloc:0*1 vzalloc:0 vmalloc_user:0 kvzalloc:0
         kvcalloc:0*1 kmem_cache_zalloc:own devm_kzalloc:1 devm_kcalloc:1*2 ldv_zalloc:0
         ldv_calloc:0*1 ExAllocatePoolZero:1",
    ),
];

/// The effect of the function of that name; none if nothing is known of it.
pub fn effect(name: &str) -> Option<LibraryEffect> {
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    let known = EFFECTS.get(plain).copied();
    known
        .or_else(|| math::effect(plain))
        .or_else(|| is_native(name).then_some(LibraryEffect::Mutate))
        .or_else(|| {
            name.starts_with("__builtin_")
                .then_some(LibraryEffect::Mutate)
        })
}

/// Whether the function is one of the compiler's own of which nothing is known.
pub fn is_unknown_builtin(name: &str) -> bool {
    let Some(plain) = name.strip_prefix("__builtin_") else {
        return false;
    };
    let known = EFFECTS.contains_key(plain) || math::effect(plain).is_some();
    !known && !is_native(name)
}

/// Primitives of kernels that change the object they are given and know nothing of what lies around it: they neither keep
/// its address nor call a function. What they do to it is a rule's business.
const PRIMITIVES: &str = "mutex_lock mutex_unlock mutex_trylock mutex_lock_interruptible mutex_lock_killable \
     mutex_lock_nested mutex_is_locked mutex_init __mutex_init mutex_destroy atomic_dec_and_mutex_lock \
     spin_lock spin_unlock spin_lock_irq spin_unlock_irq spin_lock_bh spin_unlock_bh spin_lock_irqsave \
     spin_unlock_irqrestore spin_trylock spin_lock_init spin_is_locked __raw_spin_lock_init \
     _raw_spin_lock _raw_spin_unlock _raw_spin_lock_irq _raw_spin_unlock_irq _raw_spin_lock_bh _raw_spin_unlock_bh \
     _raw_spin_lock_irqsave _raw_spin_unlock_irqrestore _raw_spin_trylock \
     read_lock read_unlock write_lock write_unlock _raw_read_lock _raw_read_unlock _raw_write_lock _raw_write_unlock \
     read_lock_irqsave read_unlock_irqrestore write_lock_irqsave write_unlock_irqrestore \
     down down_interruptible down_killable down_trylock up down_read up_read down_write up_write sema_init \
     KeInitializeSpinLock KeAcquireSpinLock KeReleaseSpinLock KfAcquireSpinLock KfReleaseSpinLock \
     KeAcquireSpinLockAtDpcLevel KeReleaseSpinLockFromDpcLevel ExAcquireFastMutex ExReleaseFastMutex \
     ExInitializeFastMutex ExAcquireFastMutexUnsafe ExReleaseFastMutexUnsafe ExTryToAcquireFastMutex \
     KeAcquireSpinLockRaiseToDpc IoAcquireCancelSpinLock IoReleaseCancelSpinLock \
     KeInitializeEvent KeSetEvent KeClearEvent KeResetEvent KeReadStateEvent KeWaitForSingleObject \
     KeInitializeSemaphore KeReleaseSemaphore KeInitializeMutex KeReleaseMutex";

/// Whether the function of that name is known to call no function that it can find.
pub fn calls_nothing(name: &str) -> bool {
    PRIMITIVES.split_whitespace().any(|known| known == name)
}

/// What the function of that name allocates, if it is an allocator.
pub fn allocation(name: &str) -> Option<Allocation> {
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    ALLOCATIONS.get(plain).copied()
}

/// The bytes that the function of that name writes, if all of them lie together where it is told.
pub fn written(name: &str) -> Option<Written> {
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    let (contents, length) = match effect(name)? {
        LibraryEffect::Copy | LibraryEffect::CopyOn => (Contents::From(1), Some(2)),
        LibraryEffect::Fill => match plain {
            "bzero" | "memzero" | "explicit_bzero" | "RtlZeroMemory" => (Contents::Zero, Some(1)),
            "RtlFillMemory" => (Contents::Byte(2), Some(1)),
            "get_random_bytes" => (Contents::Anything, Some(1)),
            _ => (Contents::Byte(1), Some(2)),
        },
        LibraryEffect::Format => match plain {
            "sprintf" | "vsprintf" | "__sprintf_chk" | "__vsprintf_chk" => {
                (Contents::Anything, None)
            }
            _ => (Contents::Anything, Some(1)),
        },
        _ => return None,
    };
    let format = match plain {
        "sprintf" | "vsprintf" => Some(1),
        "snprintf" | "vsnprintf" | "scnprintf" | "vscnprintf" => Some(2),
        "__sprintf_chk" | "__vsprintf_chk" => Some(3),
        "__snprintf_chk" | "__vsnprintf_chk" => Some(4),
        _ => None,
    };
    Some(Written {
        contents,
        length,
        format,
    })
}

static EFFECTS: LazyLock<FxHashMap<&str, LibraryEffect>> = LazyLock::new(|| {
    let allocators = ALLOCATIONS
        .keys()
        .map(|&name| (name, LibraryEffect::Allocate));
    let others = TABLE
        .iter()
        .flat_map(|&(effect, names)| names.split_whitespace().map(move |name| (name, effect)));
    allocators.chain(others).collect()
});

static ALLOCATIONS: LazyLock<FxHashMap<&str, Allocation>> = LazyLock::new(|| {
    let row = |&(zeroed, names): &(bool, &'static str)| {
        let entries = names.split_whitespace().filter_map(|e| e.split_once(':'));
        entries.map(move |(name, size)| {
            let size = size_of(size);
            (name, Allocation { size, zeroed })
        })
    };
    ALLOCATORS.iter().flat_map(row).collect()
});

fn size_of(text: &str) -> Size {
    let number = |n: &str| n.parse::<usize>().ok();
    let product = text.split_once('*').map(|(a, b)| (number(a), number(b)));
    match (product, number(text)) {
        (Some((Some(a), Some(b))), _) => Size::Product(a, b),
        (_, Some(n)) => Size::Arg(n),
        _ => Size::Own,
    }
}

impl Program {
    /// The effect of a function that has no body and is known by its name.
    pub fn library_effect(&self, func: FuncId) -> Option<LibraryEffect> {
        let function = &self.funcs[func];
        match function.body {
            Some(_) => None,
            None => effect(&function.name),
        }
    }
}

/// Whether the function has functions called when the program ends.
pub fn registers_exit_handler(name: &str) -> bool {
    matches!(name, "atexit" | "at_quick_exit" | "on_exit")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustc_hash::FxHashSet;

    #[test]
    fn every_function_has_one_effect() {
        let allocators = ALLOCATORS.iter().flat_map(|(_, names)| {
            let entries = names.split_whitespace();
            entries.map(|e| e.split_once(':').expect("a size").0)
        });
        let others = TABLE.iter().flat_map(|(_, names)| names.split_whitespace());
        let mut seen = FxHashSet::default();
        for name in allocators.chain(others) {
            assert!(seen.insert(name), "{name} is there twice");
            assert!(effect(name).is_some(), "{name}");
        }
    }

    #[test]
    fn functions_say_how_many_bytes_they_write() {
        let of = |name| written(name).map(|w| (w.contents, w.length));
        assert_eq!(of("__builtin_memcpy"), Some((Contents::From(1), Some(2))));
        assert_eq!(of("memset"), Some((Contents::Byte(1), Some(2))));
        assert_eq!(of("RtlFillMemory"), Some((Contents::Byte(2), Some(1))));
        assert_eq!(of("bzero"), Some((Contents::Zero, Some(1))));
        assert_eq!(of("snprintf"), Some((Contents::Anything, Some(1))));
        assert_eq!(of("sprintf"), Some((Contents::Anything, None)));
        assert_eq!(of("strcpy"), None);
        assert_eq!(of("f"), None);
    }

    #[test]
    fn allocators_say_what_they_allocate() {
        let of = |name| allocation(name).map(|a| (a.size, a.zeroed));
        assert_eq!(of("__builtin_malloc"), Some((Size::Arg(0), false)));
        assert_eq!(of("kcalloc"), Some((Size::Product(0, 1), true)));
        assert_eq!(of("kmem_cache_zalloc"), Some((Size::Own, true)));
        assert_eq!(of("free"), None);
        assert_eq!(effect("vzalloc"), Some(LibraryEffect::Allocate));
        assert_eq!(effect("f"), None);
    }
}
