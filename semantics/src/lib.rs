//! What a statement, an expression, a path of a C program means as a formula. Filled in with the loop (see ARCHITECTURE.md).
