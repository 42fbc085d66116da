//! The functions of the library that the interpreter has built in, by name.
//!
//! The list stands here, below the interpreter, because a function that runs has an effect like every other: the analyses
//! and the lowering ask for it without knowing how it is executed. The interpreter runs no function that is not listed,
//! and its tests hold that it runs every one that is.

use rustc_hash::FxHashSet;
use std::sync::LazyLock;

/// Names by the interpreter's module, `interp::native`, without the prefix `__builtin_`.
const NATIVE: &[&str] = &[
    // `alloc`
    "aligned_alloc calloc cfree devm_kcalloc devm_kmalloc devm_kzalloc ExAllocatePool \
     ExAllocatePoolWithQuotaTag ExAllocatePoolWithTag ExAllocatePoolZero ExFreePool ExFreePoolWithTag \
     free kcalloc kfree kfree_sensitive __kmalloc kmalloc kmalloc_array __kmalloc_node kmalloc_node \
     krealloc krealloc_array kvcalloc kvfree kvmalloc kvzalloc kzalloc kzalloc_node kzfree ldv_calloc \
     ldv_malloc ldv_zalloc malloc memalign posix_memalign pvalloc realloc reallocarray strdup strndup \
     usb_alloc_coherent valloc vfree vmalloc vmalloc_node vmalloc_user vzalloc",
    // `bits`
    "assume_aligned bswap16 bswap32 bswap64 clrsb clrsbl clrsbll clz clzl clzll ctz ctzl ctzll expect \
     expect_with_probability ffs ffsl ffsll parity parityl parityll popcount popcountl popcountll",
    // `ctype`
    "__ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc isalnum isalpha isascii isblank iscntrl \
     isdigit isgraph islower isprint ispunct isspace isupper isxdigit toascii tolower toupper",
    // `math`
    "acos acosf acosl asin asinf asinl atan atan2 atanf atanl cbrt cbrtf cbrtl ceil ceilf ceill \
     copysign copysignf copysignl cos cosf cosh coshf coshl cosl exp exp2 exp2f exp2l expf expl fabs \
     fabsf fabsl fdim __finite finite __finitef finitef __finitel finitel floor floorf floorl fmax \
     fmaxf fmin fminf fmod fmodf __fpclassify __fpclassifyf __fpclassifyl frexp huge_val huge_valf \
     huge_vall hypot inf inff infl isfinite isgreater isgreaterequal __isinf isinf isinf_sign \
     __isinff isinff __isinfl isinfl isless islessequal islessgreater __isnan isnan __isnanf isnanf \
     __isnanl isnanl isnormal isunordered ldexp llrint llround log log10 log10f log10l log2 log2f \
     log2l logf logl lrint lround modf nan nanf nanl nearbyint nearbyintf nearbyintl pow powf powl \
     rint rintf rintl round roundeven roundevenf roundevenl roundf roundl scalbn __signbit signbit \
     __signbitf signbitf __signbitl signbitl sin sinf sinh sinhf sinhl sinl sqrt sqrtf tan tanf tanh \
     tanhf tanhl tanl trunc truncf truncl",
    // `memory`
    "bcmp bcopy bzero explicit_bzero memchr memcmp __memcpy memcpy __memcpy_chk memcpy_fromio \
     memcpy_toio __memmove memmove __memmove_chk __mempcpy mempcpy __mempcpy_chk memrchr __memset \
     memset __memset_chk memset_io memzero NdisMoveMemory RtlCopyMemory RtlFillMemory RtlMoveMemory \
     RtlZeroMemory",
    // `number`
    "abs atof atoi atol atoll div imaxabs imaxdiv __isoc23_strtol __isoc23_strtoul labs ldiv llabs \
     lldiv rand random srand srandom strtod strtof strtoimax strtol strtold strtoll strtoq strtoul \
     strtoull strtoumax strtouq",
    // `scan`
    "fscanf __isoc99_fscanf __isoc99_scanf __isoc99_sscanf scanf sscanf",
    // `sort`
    "bsearch qsort",
    // `stdio`
    "asprintf clearerr dprintf fclose feof ferror fflush fgetc fgets fileno fopen fprintf \
     fprintf_unlocked fputc fputc_unlocked fputs fputs_unlocked fread fwrite fwrite_unlocked getc \
     getchar getchar_unlocked _IO_getc _IO_putc perror printf __printf_chk printf_unlocked putc \
     putchar putchar_unlocked puts puts_unlocked rewind setbuf setlinebuf setvbuf snprintf \
     __snprintf_chk sprintf __sprintf_chk ungetc vfprintf vprintf vsnprintf __vsnprintf_chk vsprintf \
     __vsprintf_chk write",
    // `string`
    "index rindex stpcpy stpncpy strcasecmp strcat __strcat_chk strchr strchrnul strcmp strcpy \
     __strcpy_chk strcspn strerror strlcat strlcpy __strlen strlen strncasecmp strncat __strncat_chk \
     strncmp strncpy __strncpy_chk strnlen strpbrk strrchr strscpy strsep strspn strstr strtok \
     __strtok_r strtok_r",
    // `system`
    "atexit clock __errno_location getenv prefetch raise _setjmp setjmp __sigsetjmp sigsetjmp time \
     trap __VERIFIER_assume __VERIFIER_atomic_begin __VERIFIER_atomic_end",
];

static NAMES: LazyLock<FxHashSet<&str>> = LazyLock::new(|| native_names().collect());

/// The names of all functions that are built in.
pub fn native_names() -> impl Iterator<Item = &'static str> {
    NATIVE.iter().flat_map(|names| names.split_whitespace())
}

/// Whether the interpreter runs the function of that name when the program has no body for it.
pub fn is_native(name: &str) -> bool {
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    NAMES.contains(plain)
}
