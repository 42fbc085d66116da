//! Floating-point arithmetic in the formats of x86: IEEE binary32, binary64 and binary128, and the
//! 80-bit format of the x87, all exact (`rustc_apfloat`, the software floats of LLVM).
//!
//! A value is the bits of its format. Rounding is to nearest, ties to even, as C programs have it
//! unless they change it.

use super::arith;
use super::term::BinaryOp;
use crate::types::{DataModel, FloatKind, IntKind};
use rustc_apfloat::ieee::{Double, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};

/// Runs generic code for the format of a kind.
macro_rules! with_format {
    ($kind:expr, $format:ident => $body:expr) => {
        match $kind {
            FloatKind::Float => {
                type $format = Single;
                $body
            }
            FloatKind::Double => {
                type $format = Double;
                $body
            }
            FloatKind::LongDouble => {
                type $format = X87DoubleExtended;
                $body
            }
            FloatKind::Float128 => {
                type $format = Quad;
                $body
            }
        }
    };
}

/// Reads a decimal or hexadecimal constant without suffix.
pub fn parse(text: &str, kind: FloatKind) -> Option<u128> {
    with_format!(kind, F => {
        let parsed = F::from_str_r(text, Round::NearestTiesToEven).ok()?;
        Some(parsed.value.to_bits())
    })
}

/// The bits of zero, positive infinity and a quiet NaN.
pub fn infinity(kind: FloatKind) -> u128 {
    with_format!(kind, F => F::INFINITY.to_bits())
}

pub fn nan(kind: FloatKind) -> u128 {
    with_format!(kind, F => F::NAN.to_bits())
}

pub fn largest(kind: FloatKind) -> u128 {
    with_format!(kind, F => F::largest().to_bits())
}

pub fn is_zero(bits: u128, kind: FloatKind) -> bool {
    with_format!(kind, F => F::from_bits(bits).is_zero())
}

pub fn is_nan(bits: u128, kind: FloatKind) -> bool {
    with_format!(kind, F => F::from_bits(bits).is_nan())
}

/// What kind of number a value is, as `fpclassify` tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Nan,
    Infinite,
    Zero,
    Subnormal,
    Normal,
}

pub fn class(bits: u128, kind: FloatKind) -> Class {
    with_format!(kind, F => {
        let value = F::from_bits(bits);
        match value.category() {
            rustc_apfloat::Category::NaN => Class::Nan,
            rustc_apfloat::Category::Infinity => Class::Infinite,
            rustc_apfloat::Category::Zero => Class::Zero,
            rustc_apfloat::Category::Normal if value.is_denormal() => Class::Subnormal,
            rustc_apfloat::Category::Normal => Class::Normal,
        }
    })
}

/// What `signbit` gives of a negative number: gcc on x86 gives what its instructions leave.
pub fn sign_value(kind: FloatKind) -> i32 {
    match kind {
        FloatKind::Float => i32::MIN,
        FloatKind::LongDouble => 512,
        FloatKind::Double | FloatKind::Float128 => 1,
    }
}

/// Directions of rounding to an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    Down,
    Up,
    Zero,
    /// To the nearest, and from the middle to the one farther from zero.
    Away,
    /// To the nearest, and from the middle to the even one.
    Even,
}

/// The integer near a value, in the same format.
pub fn round(bits: u128, kind: FloatKind, to: Rounding) -> u128 {
    let to = match to {
        Rounding::Down => Round::TowardNegative,
        Rounding::Up => Round::TowardPositive,
        Rounding::Zero => Round::TowardZero,
        Rounding::Away => Round::NearestTiesToAway,
        Rounding::Even => Round::NearestTiesToEven,
    };
    with_format!(kind, F => F::from_bits(bits).round_to_integral(to).value.to_bits())
}

pub fn neg(bits: u128, kind: FloatKind) -> u128 {
    with_format!(kind, F => (-F::from_bits(bits)).to_bits())
}

/// The arithmetic operators and comparisons (0 or 1).
pub fn binary(op: BinaryOp, a: u128, b: u128, kind: FloatKind) -> Option<u128> {
    with_format!(kind, F => {
        let (a, b) = (F::from_bits(a), F::from_bits(b));
        Some(match op {
            BinaryOp::Add => (a + b).value.to_bits(),
            BinaryOp::Sub => (a - b).value.to_bits(),
            BinaryOp::Mul => (a * b).value.to_bits(),
            BinaryOp::Div => (a / b).value.to_bits(),
            _ if op.is_comparison() => u128::from(arith::holds(op, a.partial_cmp(&b))),
            _ => return None,
        })
    })
}

/// The conversion from an integer, rounded to nearest.
pub fn from_int(bits: u128, from: IntKind, to: FloatKind, model: DataModel) -> u128 {
    with_format!(to, F => {
        if from.is_signed() {
            F::from_i128(arith::sign_extend(bits, from.width(model))).value.to_bits()
        } else {
            F::from_u128(bits).value.to_bits()
        }
    })
}

/// The conversion to an integer, towards zero. Out of range C leaves it undefined; gcc's code gives
/// what the instruction gives, the most negative `int` or `long`, and so do we.
pub fn to_int(bits: u128, from: FloatKind, to: IntKind, model: DataModel) -> u128 {
    if to == IntKind::Bool {
        return u128::from(!is_zero(bits, from));
    }
    let width = to.width(model);
    with_format!(from, F => {
        let value = F::from_bits(bits);
        // Narrow types are converted through `int` by the hardware, and wrap.
        let through = if width < 32 { 32 } else { width as usize };
        let mut exact = false;
        let signed = value.to_i128_r(through, Round::TowardZero, &mut exact);
        if !signed.status.contains(rustc_apfloat::Status::INVALID_OP) {
            return arith::truncate(signed.value as u128, width);
        }
        if !to.is_signed() && width >= 32 {
            let unsigned = value.to_u128_r(width as usize, Round::TowardZero, &mut exact);
            if !unsigned.status.contains(rustc_apfloat::Status::INVALID_OP) {
                return arith::truncate(unsigned.value, width);
            }
        }
        arith::truncate(1u128 << (through - 1), width)
    })
}

/// The conversion between formats, rounded to nearest.
pub fn convert(bits: u128, from: FloatKind, to: FloatKind) -> u128 {
    if from == to {
        return bits;
    }
    with_format!(from, F => with_format!(to, T => {
        let mut loses = false;
        let converted: T = FloatConvert::<T>::convert(F::from_bits(bits), &mut loses).value;
        converted.to_bits()
    }))
}

/// The nearest `f64`, for printing and library functions.
pub fn to_f64(bits: u128, kind: FloatKind) -> f64 {
    f64::from_bits(convert(bits, kind, FloatKind::Double) as u64)
}

pub fn from_f64(value: f64, kind: FloatKind) -> u128 {
    convert(value.to_bits().into(), FloatKind::Double, kind)
}

/// The shortest text that reads back as the same value.
pub fn display(bits: u128, kind: FloatKind) -> String {
    with_format!(kind, F => F::from_bits(bits).to_string())
}
