//! Inputs of a run as values of the program, and the objects that come with them.

use super::super::bytes::Bytes;
use super::super::code::Home;
use super::super::fault::Step;
use super::super::inputs::{Input, RequestKind};
use super::super::memory::ObjectKind;
use super::super::value::{Prov, Value};
use super::Machine;
use ir::types::TypeId;
use ir::{VarId, arith};
use source::entity::EntityId;

impl Machine<'_> {
    pub(super) fn havoc(&mut self, ty: TypeId, width: u8) -> Step<Value> {
        let input = self.ask(RequestKind::Havoc, ty)?;
        self.input_scalar(input, width)
    }

    /// An input as a scalar of a width.
    pub(super) fn input_scalar(&mut self, input: Input, width: u8) -> Step<Value> {
        Ok(match input {
            Input::Bits(bits) => {
                let mut value = Value::int(arith::truncate(bits, width.into()));
                value.prov = match u64::try_from(bits) {
                    Ok(address) if u64::from(width) == self.memory.pointer_size * 8 => {
                        self.resolve(address)
                    }
                    _ => Prov::NONE,
                };
                value
            }
            Input::Bytes(bytes) => {
                let mut raw = [0; 16];
                let n = bytes.len().min(16);
                raw[..n].copy_from_slice(&bytes[..n]);
                Value::int(arith::truncate(u128::from_le_bytes(raw), width.into()))
            }
            Input::Fresh(size) => {
                let slot = self.memory.new_heap(size, 16, true)?;
                self.memory.object_mut(slot).kind = ObjectKind::System;
                self.memory.pointer_to(slot)
            }
            Input::Object(address, size, contents) => {
                let inside = |&slot: &u32| {
                    let object = self.memory.object(slot);
                    address - object.addr < object.size
                };
                // An address just behind an object is where another may begin.
                let slot = match self.memory.find(address).filter(inside) {
                    Some(slot) => slot,
                    None => self.memory.new_at(address, size)?,
                };
                if !contents.is_empty() {
                    let object = self.memory.object(slot);
                    let behind = object.size - (address - object.addr);
                    let bytes = self.input_bytes(Input::Bytes(contents), behind)?;
                    let to = Value::pointer(address, self.memory.pointer_to(slot).prov);
                    self.memory.write(to, &bytes, self.program)?;
                }
                Value::pointer(address, self.resolve(address))
            }
            Input::Address(var, offset) => self.input_address(var, offset),
            Input::Unknown => Value::ZERO,
        })
    }

    fn input_address(&self, var: VarId, offset: u64) -> Value {
        let slot = match self.code.homes[var.index()] {
            Home::Static(slot) => slot,
            _ => return Value::ZERO,
        };
        let start = self.memory.pointer_to(slot);
        Value::pointer((start.bits as u64).wrapping_add(offset), start.prov)
    }

    pub(super) fn input_bytes(&mut self, input: Input, size: u64) -> Step<Bytes> {
        let mut bytes = self.zeroes(size)?;
        let given = match input {
            Input::Bits(bits) => bits.to_le_bytes().to_vec(),
            Input::Bytes(given) => given,
            Input::Fresh(_) | Input::Object(..) | Input::Address(..) | Input::Unknown => Vec::new(),
        };
        let n = given.len().min(bytes.data.len());
        bytes.data[..n].copy_from_slice(&given[..n]);
        Ok(bytes)
    }
}
