//! The functions of `<math.h>`, in the three types of numbers: what they take and return.
//!
//! What they return follows from what they are given. The interpreter has most of them built in; a
//! run that meets one of the others ends, so that no bug rests on a number that the function cannot
//! return.

use super::LibraryEffect;

/// Functions by their signature for `double`, in the letters of `lower::known`.
const FUNCTIONS: &[(&str, &str)] = &[
    (
        "d(d)",
        "acos asin atan cos sin tan acosh asinh atanh cosh sinh tanh exp exp2 exp10 pow10 expm1 log log10
         log1p log2 logb cbrt fabs sqrt erf erfc lgamma tgamma gamma ceil floor nearbyint rint round
         roundeven trunc significand j0 j1 y0 y1",
    ),
    (
        "d(dd)",
        "atan2 hypot pow fmod remainder drem copysign nextafter fdim fmax fmin scalb",
    ),
    ("d(ddd)", "fma"),
    ("d(di)", "ldexp scalbn powi"),
    ("d(dl)", "scalbln"),
    ("d(dD)", "nexttoward"),
    ("d(id)", "jn yn"),
    ("d(dp)", "frexp modf lgamma_r gamma_r"),
    ("d(ddp)", "remquo"),
    ("d(S)", "nan"),
    ("i(d)", "ilogb isnan isinf finite signbit __isnan __isinf __finite __signbit __fpclassify __issignaling"),
    ("i(dd)", "__iseqsig"),
    ("l(d)", "lrint lround"),
    ("q(d)", "llrint llround"),
];

/// The signature of a function for `double`, `float` or `long double`, as letters.
pub fn signature(name: &str) -> Option<String> {
    let find = |stem: &str| {
        let mut rows = FUNCTIONS.iter();
        let row = rows.find(|(_, names)| names.split_whitespace().any(|n| n == stem));
        row.map(|(signature, _)| *signature)
    };
    if let Some(signature) = find(name) {
        return Some(signature.into());
    }
    let (stem, letter) = match name.strip_suffix('f') {
        Some(stem) => (stem, "f"),
        None => (name.strip_suffix('l')?, "D"),
    };
    find(stem).map(|signature| signature.replace('d', letter))
}

/// The effect of such a function: those that are given a pointer write there.
pub(super) fn effect(name: &str) -> Option<LibraryEffect> {
    let signature = signature(name)?;
    Some(match signature.contains('p') {
        true => LibraryEffect::Mutate,
        false => LibraryEffect::Read,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_known_in_three_types() {
        let of = |name: &str| signature(name).unwrap_or_default();
        assert_eq!(of("fma"), "d(ddd)");
        assert_eq!(of("fmaf"), "f(fff)");
        assert_eq!(of("ldexpl"), "D(Di)");
        assert_eq!(of("erf"), "d(d)");
        assert_eq!(of("erff"), "f(f)");
        assert_eq!(of("__isnanl"), "i(D)");
        assert_eq!(of("roundf"), "f(f)");
        assert_eq!(signature("malloc"), None);
        assert_eq!(effect("frexpf"), Some(LibraryEffect::Mutate));
        assert_eq!(effect("nexttowardf"), Some(LibraryEffect::Read));
    }
}
