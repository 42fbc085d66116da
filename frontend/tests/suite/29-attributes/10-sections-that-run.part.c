// Runs behind the other file's.
#include <stdio.h>
__attribute__((constructor)) static void plain(void) { puts("B plain"); }
static void c1(void) { puts("B ctors"); }
__attribute__((section(".ctors"), used)) static void (*q)(void) = c1;
__attribute__((constructor(101))) static void k101(void) { puts("B constructor 101"); }
__attribute__((destructor)) static void x1(void) { puts("B destructor"); }
__attribute__((destructor(101))) static void x3(void) { puts("B destructor 101"); }
