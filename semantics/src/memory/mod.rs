//! Memory in formulas: where objects lie, what regions hold, and what is taken for granted of both.
//!
//! | module | its one sentence |
//! |---|---|
//! | `layout` | where objects lie |
//! | `placement` | which objects have no fixed place, because the program makes use of where they lie |
//! | `apart` | objects behind the parameters of the entry do not overlap in part |
//! | `axiom` | what is taken for granted of memory, by name |
//! | `region` | what a region holds: an array, and the last stores that made it |
//! | `address` | where one address lies from another, as far as that is plain |
//! | `reach` | which cells an access may touch: accesses to different ones are apart |
//! | `overlap` | which bytes a load and a store have in common |
//! | `widths` | how the array of a region is indexed |
//! | `word_memory` | bytes, kept in words |
//! | `range` | many bytes written by one call |
//! | `place` | addresses of places, loads and stores |
//! | `init` | what variables hold before the program starts |
//! | `constants` | what the program never writes |

pub(crate) mod address;
pub(crate) mod apart;
pub(crate) mod axiom;
pub(crate) mod constants;
pub(crate) mod init;
pub(crate) mod layout;
pub(crate) mod overlap;
pub(crate) mod place;
pub(crate) mod placement;
pub(crate) mod range;
pub(crate) mod reach;
pub(crate) mod region;
pub(crate) mod widths;
pub(crate) mod word_memory;
