//! How the array of a region is indexed, and how many bits it holds at each index.

use analysis::regions::RegionId;

use crate::encoding_context::EncodingContext;
use crate::memory::word_memory;

/// How many bits the indices of a region's array have, and what is held there.
pub(crate) fn widths(context: &EncodingContext<'_>, region: RegionId) -> (u32, u32) {
    if has_words(context, region) {
        return word_memory::widths(context.pointer_bits());
    }
    (context.pointer_bits(), cell_bits(context, region))
}

/// Whether the bytes of a region are kept in words: not where nothing but single bytes is accessed. Of what lies
/// nowhere no accesses are known.
pub(crate) fn has_words(context: &EncodingContext<'_>, region: RegionId) -> bool {
    let region = &context.regions.regions[region];
    let single = |&ty| context.program.types.size_of(ty) == Some(1);
    region.bytes && (region.types.is_empty() || !region.types.iter().all(single))
}

/// How many bits one address of a region holds.
pub(crate) fn cell_bits(context: &EncodingContext<'_>, region: RegionId) -> u32 {
    let region = &context.regions.regions[region];
    let size = region
        .types
        .first()
        .and_then(|&ty| context.program.types.size_of(ty));
    match size {
        Some(size) if !region.bytes => 8 * size as u32,
        _ => 8,
    }
}
