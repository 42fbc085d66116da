//! The boolean program of a C program for a set of predicates. Filled in with the loop (see ARCHITECTURE.md).
