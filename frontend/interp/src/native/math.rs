//! `<math.h>`, through the system's own library in `double` and `float`; `long double` functions
//! are exact where the result is, else computed in `double`.

use super::super::fault::Step;
use super::super::machine::{Arg, Machine};
use super::super::value::Value;
use super::{NativeFn, Reply, arg, int, int_arg, value};
use ir::types::FloatKind;
use ir::{BinaryOp, float};

type Unary = fn(f64) -> f64;
type Binary = fn(f64, f64) -> f64;

/// Finds `name`, `namef` and `namel`.
pub(super) fn find(name: &str) -> Option<NativeFn> {
    classify(name)
        .or_else(|| whole(name))
        .or_else(|| rounded(name))
        .or_else(|| typed(name))
}

fn typed(name: &str) -> Option<NativeFn> {
    match name {
        "sqrt" => Some(|_, a| result(f64::sqrt(double(a, 0)), FloatKind::Double)),
        "sqrtf" => Some(|_, a| {
            let x = f32::from_bits(arg(a, 0).bits as u32);
            value(Value::int(x.sqrt().to_bits().into()))
        }),
        "fabs" => Some(|_, a| magnitude(a, FloatKind::Double)),
        "fabsf" => Some(|_, a| magnitude(a, FloatKind::Float)),
        "fabsl" => Some(|_, a| magnitude(a, FloatKind::LongDouble)),
        "copysign" => Some(|_, a| copysign(a, FloatKind::Double)),
        "copysignf" => Some(|_, a| copysign(a, FloatKind::Float)),
        "copysignl" => Some(|_, a| copysign(a, FloatKind::LongDouble)),
        "ldexp" | "scalbn" => Some(|_, a| {
            let (x, n) = (double(a, 0), int_arg(a, 1));
            result(scale(x, n), FloatKind::Double)
        }),
        "frexp" => Some(frexp),
        "modf" => Some(modf),
        "inf" | "huge_val" => Some(|_, _| constant(float::infinity(FloatKind::Double))),
        "inff" | "huge_valf" => Some(|_, _| constant(float::infinity(FloatKind::Float))),
        "infl" | "huge_vall" => Some(|_, _| constant(float::infinity(FloatKind::LongDouble))),
        "nan" => Some(|_, _| constant(float::nan(FloatKind::Double))),
        "nanf" => Some(|_, _| constant(float::nan(FloatKind::Float))),
        "nanl" => Some(|_, _| constant(float::nan(FloatKind::LongDouble))),
        _ => unary_named(name).or_else(|| binary_named(name)),
    }
}

/// To an integer in the same format; exact in all of them.
fn rounded(name: &str) -> Option<NativeFn> {
    use float::Rounding as To;
    macro_rules! to {
        ($($double:literal $float:literal $long:literal $how:expr;)*) => {
            match name {
                $($double => |_, a| constant(float::round(arg(a, 0).bits, FloatKind::Double, $how)),
                $float => |_, a| constant(float::round(arg(a, 0).bits, FloatKind::Float, $how)),
                $long => |_, a| constant(float::round(arg(a, 0).bits, FloatKind::LongDouble, $how)),)*
                _ => return None,
            }
        };
    }
    Some(to!(
        "floor" "floorf" "floorl" To::Down;
        "ceil" "ceilf" "ceill" To::Up;
        "trunc" "truncf" "truncl" To::Zero;
        "round" "roundf" "roundl" To::Away;
        "rint" "rintf" "rintl" To::Even;
        "nearbyint" "nearbyintf" "nearbyintl" To::Even;
        "roundeven" "roundevenf" "roundevenl" To::Even;
    ))
}

/// A function of doubles as those of the three types.
macro_rules! unary {
    ($name:expr, $($double:literal $float:literal $long:literal $f:expr;)*) => {
        Some(match $name {
            $($double => |_, a| apply(a, FloatKind::Double, $f),
            $float => |_, a| apply(a, FloatKind::Float, $f),
            $long => |_, a| apply(a, FloatKind::LongDouble, $f),)*
            _ => return None,
        })
    };
}

fn unary_named(name: &str) -> Option<NativeFn> {
    unary!(name,
        "sin" "sinf" "sinl" f64::sin;
        "cos" "cosf" "cosl" f64::cos;
        "tan" "tanf" "tanl" f64::tan;
        "asin" "asinf" "asinl" f64::asin;
        "acos" "acosf" "acosl" f64::acos;
        "atan" "atanf" "atanl" f64::atan;
        "sinh" "sinhf" "sinhl" f64::sinh;
        "cosh" "coshf" "coshl" f64::cosh;
        "tanh" "tanhf" "tanhl" f64::tanh;
        "exp" "expf" "expl" f64::exp;
        "exp2" "exp2f" "exp2l" f64::exp2;
        "log" "logf" "logl" f64::ln;
        "log2" "log2f" "log2l" f64::log2;
        "log10" "log10f" "log10l" f64::log10;
        "cbrt" "cbrtf" "cbrtl" f64::cbrt;
    )
}

fn binary_named(name: &str) -> Option<NativeFn> {
    Some(match name {
        "pow" => |_, a| apply2(a, FloatKind::Double, f64::powf),
        "powf" => |_, a| apply2(a, FloatKind::Float, f64::powf),
        "powl" => |_, a| apply2(a, FloatKind::LongDouble, f64::powf),
        "atan2" => |_, a| apply2(a, FloatKind::Double, f64::atan2),
        "hypot" => |_, a| apply2(a, FloatKind::Double, f64::hypot),
        "fmod" => |_, a| apply2(a, FloatKind::Double, |x, y| x % y),
        "fmodf" => |_, a| apply2(a, FloatKind::Float, |x, y| x % y),
        "fmin" => |_, a| apply2(a, FloatKind::Double, f64::min),
        "fminf" => |_, a| apply2(a, FloatKind::Float, f64::min),
        "fmax" => |_, a| apply2(a, FloatKind::Double, f64::max),
        "fmaxf" => |_, a| apply2(a, FloatKind::Float, f64::max),
        "fdim" => |_, a| apply2(a, FloatKind::Double, |x, y| if x > y { x - y } else { 0.0 }),
        _ => return None,
    })
}

fn double(args: &[Arg], n: usize) -> f64 {
    f64::from_bits(arg(args, n).bits as u64)
}

fn result(x: f64, kind: FloatKind) -> Step<Reply> {
    constant(float::from_f64(x, kind))
}

fn constant(bits: u128) -> Step<Reply> {
    value(Value::int(bits))
}

fn apply(args: &[Arg], kind: FloatKind, f: Unary) -> Step<Reply> {
    result(f(float::to_f64(arg(args, 0).bits, kind)), kind)
}

fn apply2(args: &[Arg], kind: FloatKind, f: Binary) -> Step<Reply> {
    let (a, b) = (arg(args, 0).bits, arg(args, 1).bits);
    result(f(float::to_f64(a, kind), float::to_f64(b, kind)), kind)
}

fn sign_bit(kind: FloatKind) -> u128 {
    1 << match kind {
        FloatKind::Float => 31,
        FloatKind::Double => 63,
        FloatKind::LongDouble => 79,
        FloatKind::Float128 => 127,
    }
}

fn magnitude(args: &[Arg], kind: FloatKind) -> Step<Reply> {
    constant(arg(args, 0).bits & !sign_bit(kind))
}

fn copysign(args: &[Arg], kind: FloatKind) -> Step<Reply> {
    let sign = sign_bit(kind);
    constant((arg(args, 0).bits & !sign) | (arg(args, 1).bits & sign))
}

/// `x * 2^n`, without rounding twice where the result is normal.
fn scale(x: f64, n: i32) -> f64 {
    let (mut x, mut n) = (x, n.clamp(-5000, 5000));
    while n > 1000 {
        x *= 2f64.powi(1000);
        n -= 1000;
    }
    while n < -1000 {
        x *= 2f64.powi(-1000);
        n += 1000;
    }
    x * 2f64.powi(n)
}

fn frexp(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let x = double(args, 0);
    let (fraction, exponent) = if x == 0.0 || !x.is_finite() {
        (x, 0)
    } else {
        // Subnormals are brought into the normal range first.
        let (y, shift) = if x.is_subnormal() {
            (x * 2f64.powi(64), 64)
        } else {
            (x, 0)
        };
        let bits = y.to_bits();
        let exponent = (bits >> 52 & 0x7ff) as i32 - 1022;
        let fraction = f64::from_bits(bits & !(0x7ff << 52) | 1022 << 52);
        (fraction, exponent - shift)
    };
    m.memory
        .put(arg(args, 1), &exponent.to_le_bytes(), m.program)?;
    result(fraction, FloatKind::Double)
}

fn modf(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let x = double(args, 0);
    let whole = x.trunc();
    let fraction = if x.is_infinite() { 0.0 } else { x - whole };
    m.memory
        .put(arg(args, 1), &whole.to_bits().to_le_bytes(), m.program)?;
    result(fraction.copysign(x), FloatKind::Double)
}

/// The format of an argument.
fn kind_of(m: &Machine<'_>, args: &[Arg]) -> FloatKind {
    let kind = args.first().and_then(|a| m.program.types.float_kind(a.ty));
    kind.unwrap_or(FloatKind::Double)
}

/// `isnan` and its like, which take any format.
fn classify(name: &str) -> Option<NativeFn> {
    Some(match name {
        "isnan" | "isnanf" | "isnanl" | "__isnan" | "__isnanf" | "__isnanl" => {
            |m, a| int(float::is_nan(arg(a, 0).bits, kind_of(m, a)).into())
        }
        "isinf" | "isinff" | "isinfl" | "__isinf" | "__isinff" | "__isinfl" | "isinf_sign" => {
            |m, a| {
                let (kind, bits) = (kind_of(m, a), arg(a, 0).bits);
                let infinite = bits & !sign_bit(kind) == float::infinity(kind);
                let sign = if bits & sign_bit(kind) != 0 { -1 } else { 1 };
                int(if infinite { sign } else { 0 })
            }
        }
        "__fpclassify" | "__fpclassifyf" | "__fpclassifyl" => |m, a| {
            let class = float::class(arg(a, 0).bits, kind_of(m, a));
            int(match class {
                float::Class::Nan => 0,
                float::Class::Infinite => 1,
                float::Class::Zero => 2,
                float::Class::Subnormal => 3,
                float::Class::Normal => 4,
            })
        },
        "isfinite" | "finite" | "finitef" | "finitel" | "__finite" | "__finitef" | "__finitel" => {
            |m, a| {
                let (kind, bits) = (kind_of(m, a), arg(a, 0).bits);
                let infinite = bits & !sign_bit(kind) == float::infinity(kind);
                int((!infinite && !float::is_nan(bits, kind)).into())
            }
        }
        "signbit" | "signbitf" | "signbitl" | "__signbit" | "__signbitf" | "__signbitl" => {
            |m, a| {
                let kind = kind_of(m, a);
                let set = arg(a, 0).bits & sign_bit(kind) != 0;
                int(if set {
                    float::sign_value(kind).into()
                } else {
                    0
                })
            }
        }
        "isnormal" => |m, a| {
            let class = float::class(arg(a, 0).bits, kind_of(m, a));
            int((class == float::Class::Normal).into())
        },
        "isunordered" => |m, a| int(unordered(m, a).into()),
        "isgreater" => |m, a| compared(m, a, BinaryOp::Gt),
        "isgreaterequal" => |m, a| compared(m, a, BinaryOp::Ge),
        "isless" => |m, a| compared(m, a, BinaryOp::Lt),
        "islessequal" => |m, a| compared(m, a, BinaryOp::Le),
        "islessgreater" => |m, a| {
            let equal = float::binary(BinaryOp::Eq, arg(a, 0).bits, arg(a, 1).bits, kind_of(m, a));
            int((!unordered(m, a) && equal == Some(0)).into())
        },
        _ => return None,
    })
}

fn unordered(m: &Machine<'_>, args: &[Arg]) -> bool {
    let kind = kind_of(m, args);
    float::is_nan(arg(args, 0).bits, kind) || float::is_nan(arg(args, 1).bits, kind)
}

fn compared(m: &Machine<'_>, args: &[Arg], op: BinaryOp) -> Step<Reply> {
    let holds = float::binary(op, arg(args, 0).bits, arg(args, 1).bits, kind_of(m, args));
    int((holds == Some(1)).into())
}

/// Functions with an integer result.
fn whole(name: &str) -> Option<NativeFn> {
    Some(match name {
        "lround" | "llround" => |_, a| int(double(a, 0).round() as i64),
        "lrint" | "llrint" => |_, a| int(double(a, 0).round_ties_even() as i64),
        _ => return None,
    })
}
