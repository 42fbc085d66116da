//! Which results of library functions are for the world outside to choose. Formulas take most results for arbitrary; an
//! execution is real only if the function could have answered so.

use ir::library::allocation;

/// What a function that the interpreter has built in may be told to return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LibraryResult {
    Anything,
    /// That it failed; otherwise it does its work.
    Null,
    /// What it computes.
    Computed,
}

const RETURN_ANYTHING: &str = "rand random scanf fscanf __isoc99_scanf __isoc99_fscanf fread getchar getc fgetc _IO_getc \
     getchar_unlocked getenv time clock feof ferror fopen fclose fflush fileno";

const MAY_RETURN_NULL: &str = "realloc krealloc reallocarray strdup strndup fgets";

pub(crate) fn library_result(name: &str) -> LibraryResult {
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    let among = |names: &str| names.split_whitespace().any(|n| n == plain);
    if allocation(name).is_some() || among(RETURN_ANYTHING) {
        LibraryResult::Anything
    } else if among(MAY_RETURN_NULL) {
        LibraryResult::Null
    } else {
        LibraryResult::Computed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_computed_is_not_chosen() {
        assert_eq!(library_result("malloc"), LibraryResult::Anything);
        assert_eq!(library_result("__builtin_calloc"), LibraryResult::Anything);
        assert_eq!(library_result("realloc"), LibraryResult::Null);
        assert_eq!(library_result("memcpy"), LibraryResult::Computed);
        assert_eq!(library_result("strlen"), LibraryResult::Computed);
        assert_eq!(library_result("setjmp"), LibraryResult::Computed);
    }
}
