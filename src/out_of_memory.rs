//! Memory that the system refuses is a reason for "don't know", wherever it is asked for.
//!
//! A limit on address space (`ulimit -v`) makes allocations fail, in three places that know nothing of each other:
//!
//! - Our own allocator: Rust would abort. [`Telling`] ends the run with its last words instead.
//! - Z3's containers, by C++'s `new`: it would throw through frames that are not C++'s. A handler of C++ does the same.
//! - Z3's own memory: its functions return null and set an error code, and the crate that wraps them panics.
//!   [`explains`] asks for that code, so that a panic of any other reason stays what it is: a mistake of ours.

use std::alloc::{GlobalAlloc, Layout, System};
use std::panic::PanicHookInfo;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use crate::limits;

/// The system's allocator, which ends the process in place of failing.
pub(crate) struct Telling;

#[global_allocator]
static ALLOCATOR: Telling = Telling;

// SAFETY: all is done by the system's allocator; what it returns is returned.
unsafe impl GlobalAlloc for Telling {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        there(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        there(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as the caller promises.
        there(unsafe { System.realloc(memory, layout, size) })
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(memory, layout) }
    }
}

fn there(memory: *mut u8) -> *mut u8 {
    if memory.is_null() {
        refused();
    }
    memory
}

/// Kept for the last words, which need some memory themselves.
static RESERVE: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());
const RESERVED: Layout = match Layout::from_size_align(16 << 20, 4096) {
    Ok(layout) => layout,
    Err(_) => Layout::new::<u8>(),
};

/// Whether the last words are being said: they have no second try.
static ENDING: AtomicBool = AtomicBool::new(false);

/// Ends the run: there is no more memory.
fn refused() -> ! {
    if ENDING.swap(true, Ordering::SeqCst) {
        limits::end_without_memory();
    }
    let reserve = RESERVE.swap(std::ptr::null_mut(), Ordering::SeqCst);
    if !reserve.is_null() {
        // SAFETY: it was allocated with this layout, and nothing else refers to it.
        unsafe { System.dealloc(reserve, RESERVED) };
    }
    limits::memory_refused()
}

extern "C" fn refused_to_cpp() {
    refused();
}

type Handler = Option<extern "C" fn()>;

/// Makes refusals of memory an answer, from now on.
pub(crate) fn prepare() {
    if limits::address_space().is_some() {
        // SAFETY: the layout is not empty.
        RESERVE.store(unsafe { System.alloc(RESERVED) }, Ordering::SeqCst);
    }
    // SAFETY: the symbol is C++'s `std::set_new_handler`, where there is a library of C++ (Z3 brings one).
    unsafe {
        let found = libc::dlsym(libc::RTLD_DEFAULT, c"_ZSt15set_new_handlerPFvvE".as_ptr());
        if !found.is_null() {
            let set: extern "C" fn(Handler) -> Handler = std::mem::transmute(found);
            set(Some(refused_to_cpp));
        }
    }
}

/// If a panic is what a library makes of memory that it was refused, the run ends here. Others are mistakes of ours, and
/// so is every panic in a file of our own.
pub(crate) fn explains(panic: &PanicHookInfo<'_>) {
    let Some(file) = panic.location().map(|at| at.file()) else {
        return;
    };
    if is_ours(file) {
        return;
    }
    // Without a context no error code can be asked for: making one fails for want of memory only.
    let of_z3 = file.contains("/z3-")
        && (file.ends_with("/context.rs") || semantics::solver_is_out_of_memory());
    // Threads need memory for their stacks; the system's words are in the message.
    let words = panic.payload_as_str().unwrap_or_default();
    let of_threads =
        limits::address_space().is_some() && REFUSALS.iter().any(|r| words.contains(r));
    if of_z3 || of_threads {
        refused();
    }
}

/// Whether a file is one of this workspace. Those of libraries have absolute paths.
pub(crate) fn is_ours(file: &str) -> bool {
    !Path::new(file).is_absolute()
}

/// What the system says when it refuses memory or a thread.
const REFUSALS: [&str; 2] = ["Resource temporarily unavailable", "Cannot allocate memory"];
