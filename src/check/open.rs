//! Which results of library functions are for the world outside to choose. Formulas take most results for arbitrary; an
//! execution is real only if the function could have answered so.

use frontend::library::allocation;

/// What a function that the interpreter has built in may be told to return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    Anything,
    /// That it failed; otherwise it does its work.
    Null,
    Nothing,
}

const ANYTHING: &str = "rand random scanf fscanf __isoc99_scanf __isoc99_fscanf fread getchar getc fgetc _IO_getc \
     getchar_unlocked getenv time clock feof ferror fopen fclose fflush fileno";

const NULL: &str = "realloc krealloc reallocarray strdup strndup fgets";

pub(super) fn told(name: &str) -> Told {
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    let among = |names: &str| names.split_whitespace().any(|n| n == plain);
    if allocation(name).is_some() || among(ANYTHING) {
        Told::Anything
    } else if among(NULL) {
        Told::Null
    } else {
        Told::Nothing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_computed_is_not_told() {
        assert_eq!(told("malloc"), Told::Anything);
        assert_eq!(told("__builtin_calloc"), Told::Anything);
        assert_eq!(told("realloc"), Told::Null);
        assert_eq!(told("memcpy"), Told::Nothing);
        assert_eq!(told("strlen"), Told::Nothing);
        assert_eq!(told("setjmp"), Told::Nothing);
    }
}
