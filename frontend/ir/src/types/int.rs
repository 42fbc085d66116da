//! The arithmetic types of C: width, sign and rank, as gcc has them on x86.

use super::{DataModel, Types};

/// An integer type. Enumerations are compatible with one of these.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum IntKind {
    Bool,
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
    /// The type of a bit-field wider than `int`, which gcc does not promote: arithmetic on
    /// `unsigned long long x : 40` is done in 40 bits.
    BitField {
        width: u8,
        signed: bool,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum FloatKind {
    /// IEEE binary32.
    Float,
    /// IEEE binary64.
    Double,
    /// The 80-bit format of the x87.
    LongDouble,
    /// `__float128`, IEEE binary128.
    Float128,
}

impl IntKind {
    /// The kinds that have a name in C.
    pub const NAMED: [Self; 14] = [
        Self::Bool,
        Self::Char,
        Self::SChar,
        Self::UChar,
        Self::Short,
        Self::UShort,
        Self::Int,
        Self::UInt,
        Self::Long,
        Self::ULong,
        Self::LongLong,
        Self::ULongLong,
        Self::Int128,
        Self::UInt128,
    ];

    /// The number of value bits, the sign included; 1 for `_Bool`.
    #[inline]
    pub fn width(self, model: DataModel) -> u32 {
        match self {
            Self::Bool => 1,
            Self::Char | Self::SChar | Self::UChar => 8,
            Self::Short | Self::UShort => 16,
            Self::Int | Self::UInt => 32,
            Self::Long | Self::ULong => match model {
                DataModel::Ilp32 => 32,
                DataModel::Lp64 => 64,
            },
            Self::LongLong | Self::ULongLong => 64,
            Self::Int128 | Self::UInt128 => 128,
            Self::BitField { width, .. } => width.into(),
        }
    }

    /// Bytes in memory.
    pub fn size(self, model: DataModel) -> u64 {
        match self {
            Self::Bool => 1,
            Self::BitField { .. } => 8,
            _ => u64::from(self.width(model) / 8),
        }
    }

    /// Plain `char` is signed on x86.
    #[inline]
    pub fn is_signed(self) -> bool {
        match self {
            Self::Char
            | Self::SChar
            | Self::Short
            | Self::Int
            | Self::Long
            | Self::LongLong
            | Self::Int128 => true,
            Self::BitField { signed, .. } => signed,
            _ => false,
        }
    }

    /// C11 6.3.1.1. A bit-field type ranks by its width, between the named types around it.
    pub fn rank(self, model: DataModel) -> u32 {
        let class = match self {
            Self::Long | Self::ULong => 1,
            Self::LongLong | Self::ULongLong => 2,
            _ => 0,
        };
        self.width(model) * 4 + class
    }

    pub fn to_unsigned(self) -> Self {
        match self {
            Self::Char | Self::SChar => Self::UChar,
            Self::Short => Self::UShort,
            Self::Int => Self::UInt,
            Self::Long => Self::ULong,
            Self::LongLong => Self::ULongLong,
            Self::Int128 => Self::UInt128,
            Self::BitField { width, .. } => Self::BitField {
                width,
                signed: false,
            },
            other => other,
        }
    }

    pub fn to_signed(self) -> Self {
        match self {
            Self::Bool | Self::Char | Self::UChar => Self::SChar,
            Self::UShort => Self::Short,
            Self::UInt => Self::Int,
            Self::ULong => Self::Long,
            Self::ULongLong => Self::LongLong,
            Self::UInt128 => Self::Int128,
            Self::BitField { width, .. } => Self::BitField {
                width,
                signed: true,
            },
            other => other,
        }
    }

    /// The integer promotions (C11 6.3.1.1p2) of a value that is no bit-field.
    pub fn promoted(self, model: DataModel) -> Self {
        if self.rank(model) >= Self::Int.rank(model) {
            self
        } else {
            // Every narrower type fits into int on x86.
            Self::Int
        }
    }

    /// The usual arithmetic conversions (C11 6.3.1.8) of two promoted kinds.
    pub fn common(self, other: Self, model: DataModel) -> Self {
        if self == other {
            return self;
        }
        let (low, high) = if self.rank(model) <= other.rank(model) {
            (self, other)
        } else {
            (other, self)
        };
        let holds_low = !high.is_signed()
            || high.is_signed() == low.is_signed()
            || high.width(model) > low.width(model);
        if holds_low { high } else { high.to_unsigned() }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Bool => "_Bool",
            Self::Char => "char",
            Self::SChar => "signed char",
            Self::UChar => "unsigned char",
            Self::Short => "short",
            Self::UShort => "unsigned short",
            Self::Int => "int",
            Self::UInt => "unsigned int",
            Self::Long => "long",
            Self::ULong => "unsigned long",
            Self::LongLong => "long long",
            Self::ULongLong => "unsigned long long",
            Self::Int128 => "__int128",
            Self::UInt128 => "unsigned __int128",
            Self::BitField { signed: true, .. } => "signed bits",
            Self::BitField { signed: false, .. } => "unsigned bits",
        }
    }
}

impl FloatKind {
    pub const ALL: [Self; 4] = [Self::Float, Self::Double, Self::LongDouble, Self::Float128];

    /// Bytes in memory, padding included.
    pub fn size(self, model: DataModel) -> u64 {
        match self {
            Self::Float => 4,
            Self::Double => 8,
            Self::LongDouble if model == DataModel::Ilp32 => 12,
            Self::LongDouble | Self::Float128 => 16,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Float => "float",
            Self::Double => "double",
            Self::LongDouble => "long double",
            Self::Float128 => "__float128",
        }
    }
}

impl Types {
    pub fn width(&self, kind: IntKind) -> u32 {
        kind.width(self.model())
    }
}
