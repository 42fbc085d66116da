//! Which operands instructions write, where it is not said what they write.

use super::template::{Instruction, Operand};
use super::x86::{Held, LoweredOperand, base};

/// Instructions that write nothing that a program sees: barriers, ports, flags.
const NOTHING: &str = "nop pause mfence lfence sfence cli sti hlt wbinvd clts wrmsr outb outw outl out cmp test bt \
    dmb dsb isb wfi wfe sev yield";

/// Those that write registers and operands.
const OPERANDS: &str = "mov inc dec add adc sub sbb and or xor not neg shl shr sal sar rol ror mul imul bsf bsr bswap \
    sete setz setne setnz setc setb setnc setae sets setns cpuid rdtsc rdtscp rdmsr inb inw inl in pushf popf push pop \
    cltd cqto xchg xadd cmpxchg";

/// Those that write a bit. With a register for its number it may lie behind an operand in memory.
const BITS: &str = "bts btr btc";

/// The inputs that the instructions may write; none if they may write anything in memory but outputs and these.
pub(super) fn written_inputs(
    instructions: &[Instruction],
    given: &[LoweredOperand],
) -> Option<Vec<usize>> {
    let mut written = Vec::new();
    for instruction in instructions {
        let (name, _) = base(&instruction.name, |name| {
            [NOTHING, OPERANDS, BITS].iter().any(|list| has(list, name))
        })?;
        if has(BITS, name) && !is_inside(&instruction.operands, given) {
            return None;
        }
        if !has(NOTHING, name) {
            written.extend(instruction.operands.iter().filter_map(Operand::nth));
        }
    }
    written.retain(|&n| !given[n].is_output);
    written.sort_unstable();
    written.dedup();
    Some(written)
}

fn has(list: &str, name: &str) -> bool {
    list.split_whitespace().any(|known| known == name)
}

/// Whether the bit lies in the operand.
fn is_inside(operands: &[Operand], given: &[LoweredOperand]) -> bool {
    let in_memory = |n: usize| matches!(given[n].held, Held::Memory(_));
    match operands {
        [Operand::Number(_), _] => true,
        [_, to] => to.nth().is_some_and(|n| !in_memory(n)),
        _ => false,
    }
}
