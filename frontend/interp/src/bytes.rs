//! Typed access to the bytes of objects: scalars, bit-fields, copies.
//!
//! Little-endian, as x86. A pointer that is stored whole and aligned keeps its provenance in the
//! object's side table; any other write to those bytes forgets it, and a pointer read from bytes
//! without one is resolved by its address.

use super::fault::{Access, Limit, Step, Stop};
use super::memory::Memory;
use super::value::{Prov, Value};
use ir::types::{FloatKind, TypeId, TypeKind, Types};
use ir::{Program, arith};

/// How a scalar lies in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    /// Bytes touched.
    pub(super) bytes: u8,
    /// Bits of the value that are kept.
    pub(super) width: u8,
    pub(super) pointer: bool,
    pub(super) bits: Option<BitShape>,
}

/// A bit-field in the bytes it touches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BitShape {
    /// The first bit in the first byte, 0 to 7.
    pub(super) shift: u8,
    pub(super) width: u8,
    pub(super) signed: bool,
}

impl Shape {
    /// None for aggregates and `void`.
    pub(super) fn of(types: &Types, ty: TypeId) -> Option<Self> {
        let pointer = types.is_pointer(ty);
        let (bytes, width) = match *types.kind(ty) {
            TypeKind::Float(FloatKind::LongDouble) => (10, 80),
            TypeKind::Float(kind) => {
                let size = kind.size(types.model());
                (size as u8, (size * 8) as u8)
            }
            _ => {
                let kind = types.bits_kind(ty)?;
                (kind.size(types.model()) as u8, types.width(kind) as u8)
            }
        };
        Some(Self {
            bytes,
            width,
            pointer,
            bits: None,
        })
    }

    /// A bit-field of a declared type, whose first bit is `shift` bits into the first byte.
    pub(super) fn bit_field(types: &Types, ty: TypeId, shift: u8, width: u32) -> Option<Self> {
        let kind = types.int_kind(ty)?;
        Some(Self {
            bytes: (u32::from(shift) + width).div_ceil(8) as u8,
            width: types.width(kind) as u8,
            pointer: false,
            bits: Some(BitShape {
                shift,
                width: width as u8,
                signed: kind.is_signed(),
            }),
        })
    }
}

/// The contents of an aggregate, away from its object.
#[derive(Clone, Debug, Default)]
pub(super) struct Bytes {
    pub(super) data: Vec<u8>,
    /// Empty if all is defined.
    pub(super) defined: Vec<u8>,
    /// Pointers among the bytes: offset and provenance.
    pub(super) origins: Vec<(usize, Prov)>,
}

impl Memory {
    #[inline]
    pub(super) fn load(&self, pointer: Value, shape: Shape, program: &Program) -> Step<Value> {
        let (slot, at) = self.locate(pointer, shape.bytes.into(), Access::Read, program)?;
        Ok(self.load_at(slot, at, shape))
    }

    /// A scalar inside an object.
    #[inline(always)]
    pub(super) fn load_at(&self, slot: u32, at: usize, shape: Shape) -> Value {
        let object = self.object(slot);
        let end = at + usize::from(shape.bytes);
        if let Some(bits) = shape.bits {
            let defined = object.defined.get(at..end);
            return load_bits(&object.data[at..end], defined, bits, shape.width);
        }
        let raw = little_endian(&object.data[at..end]);
        let defined =
            object.defined.is_empty() || object.defined[at..end].iter().all(|&m| m == 0xff);
        let prov = if shape.pointer {
            self.origin(slot, at)
        } else {
            Prov::NONE
        };
        Value {
            bits: arith::truncate(raw, shape.width.into()),
            prov,
            defined,
        }
    }

    fn origin(&self, slot: u32, at: usize) -> Prov {
        let size = self.pointer_size as usize;
        match self.object(slot).origins.get(at / size) {
            Some(&prov) if at.is_multiple_of(size) => prov,
            _ => Prov::NONE,
        }
    }

    #[inline]
    pub(super) fn store(
        &mut self,
        pointer: Value,
        value: Value,
        shape: Shape,
        program: &Program,
    ) -> Step<()> {
        let width = u64::from(shape.bytes);
        let (slot, at) = self.locate(pointer, width, Access::Write, program)?;
        self.store_at(slot, at, value, shape);
        Ok(())
    }

    /// Writes a scalar inside an object.
    #[inline(always)]
    pub(super) fn store_at(&mut self, slot: u32, at: usize, value: Value, shape: Shape) {
        let end = at + usize::from(shape.bytes);
        self.forget_origins(slot, at, end);
        if shape.pointer && !value.prov.is_none() {
            self.set_origin(slot, at, value.prov);
        }
        let object = self.object_mut(slot);
        match shape.bits {
            Some(bits) => {
                store_bits(&mut object.data[at..end], value.bits, bits);
                if let Some(mask) = object.defined.get_mut(at..end) {
                    let all = if value.defined { u128::MAX } else { 0 };
                    store_bits(mask, all, bits);
                }
            }
            None => {
                let raw = value.bits.to_le_bytes();
                object.data[at..end].copy_from_slice(&raw[..end - at]);
                mark(
                    &mut object.defined,
                    object.data.len(),
                    at,
                    end,
                    value.defined,
                );
            }
        }
    }

    fn forget_origins(&mut self, slot: u32, at: usize, end: usize) {
        let size = self.pointer_size as usize;
        let origins = &mut self.object_mut(slot).origins;
        if !origins.is_empty() {
            let last = end.div_ceil(size).min(origins.len());
            origins[(at / size).min(last)..last].fill(Prov::NONE);
        }
    }

    fn set_origin(&mut self, slot: u32, at: usize, prov: Prov) {
        let size = self.pointer_size as usize;
        if !at.is_multiple_of(size) {
            return;
        }
        let object = self.object_mut(slot);
        if object.origins.is_empty() {
            object.origins = vec![Prov::NONE; object.data.len().div_ceil(size)];
        }
        object.origins[at / size] = prov;
    }

    /// Copies a range out of memory, with what is known of it.
    pub(super) fn read(&self, pointer: Value, len: u64, program: &Program) -> Step<Bytes> {
        let (slot, at) = self.locate(pointer, len, Access::Read, program)?;
        let object = self.object(slot);
        let end = at + len as usize;
        let size = self.pointer_size as usize;
        let mut origins = Vec::new();
        if !object.origins.is_empty() {
            let words = at.div_ceil(size)..end / size;
            origins.extend(
                words
                    .filter(|&w| !object.origins[w].is_none())
                    .map(|w| (w * size - at, object.origins[w])),
            );
        }
        Ok(Bytes {
            data: object.data[at..end].to_vec(),
            defined: object.defined.get(at..end).unwrap_or_default().to_vec(),
            origins,
        })
    }

    /// Writes a range.
    pub(super) fn write(&mut self, pointer: Value, bytes: &Bytes, program: &Program) -> Step<()> {
        let len = bytes.data.len();
        let (slot, at) = self.locate(pointer, len as u64, Access::Write, program)?;
        let end = at + len;
        self.forget_origins(slot, at, end);
        let object = self.object_mut(slot);
        object.data[at..end].copy_from_slice(&bytes.data);
        if bytes.defined.is_empty() {
            mark(&mut object.defined, object.data.len(), at, end, true);
        } else {
            if object.defined.is_empty() {
                object.defined = vec![0xff; object.data.len()];
            }
            object.defined[at..end].copy_from_slice(&bytes.defined);
        }
        for &(offset, prov) in &bytes.origins {
            self.set_origin(slot, at + offset, prov);
        }
        Ok(())
    }

    pub(super) fn copy(&mut self, to: Value, from: Value, len: u64, program: &Program) -> Step<()> {
        if len == 0 {
            return Ok(());
        }
        let bytes = self.read(from, len, program)?;
        self.write(to, &bytes, program)
    }

    /// Sets a range to one byte.
    pub(super) fn fill(
        &mut self,
        pointer: Value,
        byte: u8,
        len: u64,
        program: &Program,
    ) -> Step<()> {
        if len == 0 {
            return Ok(());
        }
        let (slot, at) = self.locate(pointer, len, Access::Write, program)?;
        let end = at + len as usize;
        self.forget_origins(slot, at, end);
        let object = self.object_mut(slot);
        object.data[at..end].fill(byte);
        mark(&mut object.defined, object.data.len(), at, end, true);
        Ok(())
    }

    /// The bytes from a pointer to before the first zero, at most `max` of them.
    pub(super) fn c_string(&self, pointer: Value, max: u64, program: &Program) -> Step<&[u8]> {
        let (slot, at) = self.locate(pointer, 0, Access::Read, program)?;
        let rest = &self.object(slot).data[at..];
        let window = &rest[..rest.len().min(usize::try_from(max).unwrap_or(usize::MAX))];
        if let Some(end) = window.iter().position(|&b| b == 0) {
            return Ok(&window[..end]);
        }
        if window.len() as u64 == max {
            return Ok(window);
        }
        // No terminator inside the object: reading on leaves it.
        let beyond = Value {
            bits: pointer.bits + window.len() as u128,
            ..pointer
        };
        self.locate(beyond, 1, Access::Read, program)?;
        Err(Stop::Limit(Limit::Memory))
    }

    /// Writes bytes that are all defined.
    pub(super) fn put(&mut self, pointer: Value, data: &[u8], program: &Program) -> Step<()> {
        if data.is_empty() {
            return Ok(());
        }
        let (slot, at) = self.locate(pointer, data.len() as u64, Access::Write, program)?;
        let end = at + data.len();
        self.forget_origins(slot, at, end);
        let object = self.object_mut(slot);
        object.data[at..end].copy_from_slice(data);
        mark(&mut object.defined, object.data.len(), at, end, true);
        Ok(())
    }

    /// The bytes of a range, without what is known of them.
    pub(super) fn view(&self, pointer: Value, len: u64, program: &Program) -> Step<&[u8]> {
        if len == 0 {
            return Ok(&[]);
        }
        let (slot, at) = self.locate(pointer, len, Access::Read, program)?;
        Ok(&self.object(slot).data[at..at + len as usize])
    }
}

/// Notes that a range is defined or not; the table appears when something is not.
fn mark(masks: &mut Vec<u8>, len: usize, at: usize, end: usize, defined: bool) {
    if masks.is_empty() {
        if defined {
            return;
        }
        *masks = vec![0xff; len];
    }
    masks[at..end].fill(if defined { 0xff } else { 0 });
}

fn little_endian(bytes: &[u8]) -> u128 {
    match *bytes {
        [a] => a.into(),
        [a, b] => u16::from_le_bytes([a, b]).into(),
        [a, b, c, d] => u32::from_le_bytes([a, b, c, d]).into(),
        [a, b, c, d, e, f, g, h] => u64::from_le_bytes([a, b, c, d, e, f, g, h]).into(),
        _ => {
            let mut raw = [0; 16];
            raw[..bytes.len()].copy_from_slice(bytes);
            u128::from_le_bytes(raw)
        }
    }
}

fn load_bits(data: &[u8], defined: Option<&[u8]>, shape: BitShape, width: u8) -> Value {
    let raw = extract(data, shape);
    let bits = if shape.signed {
        arith::sign_extend(raw, shape.width.into()) as u128
    } else {
        raw
    };
    let all = arith::truncate(u128::MAX, shape.width.into());
    Value {
        bits: arith::truncate(bits, width.into()),
        prov: Prov::NONE,
        defined: defined.is_none_or(|masks| masks.is_empty() || extract(masks, shape) == all),
    }
}

/// The bits of a field in the bytes it touches; up to 17 bytes for 128 bits.
fn extract(data: &[u8], shape: BitShape) -> u128 {
    let low = little_endian(&data[..data.len().min(16)]) >> shape.shift;
    let high = match data.get(16) {
        Some(&byte) => u128::from(byte) << (128 - u32::from(shape.shift)),
        None => 0,
    };
    arith::truncate(low | high, shape.width.into())
}

fn store_bits(data: &mut [u8], value: u128, shape: BitShape) {
    let mask = arith::truncate(u128::MAX, shape.width.into());
    let value = value & mask;
    for (n, byte) in data.iter_mut().enumerate() {
        let (v, m) = (
            byte_at(value, n, shape.shift),
            byte_at(mask, n, shape.shift),
        );
        *byte = (*byte & !m) | v;
    }
}

/// The n-th byte of `value << shift`.
fn byte_at(value: u128, n: usize, shift: u8) -> u8 {
    let position = n as u32 * 8;
    let shift = u32::from(shift);
    if position >= shift {
        value.checked_shr(position - shift).unwrap_or(0) as u8
    } else {
        (value << shift) as u8
    }
}
