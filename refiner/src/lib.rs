//! Is this abstract trace real; if not, what would have ruled it out. Filled in with the loop (see ARCHITECTURE.md).
