// stage: run; exit: 0; also: 10-sections-that-run.part.c
// Tables of functions in .preinit_array, .init_array, .ctors, .fini_array and .dtors, with priorities, beside attributes.
#include <stdio.h>
#define IN(name) __attribute__((section(name), used, aligned(sizeof(void *))))
static void late(void) __attribute__((constructor));
static void with_arguments(int count, char **arguments, char **environment) { puts("with arguments"); }
__attribute__((constructor)) static void plain(void) { puts("plain"); }
IN(".init_array") static void (*p1)(int, char **, char **) = with_arguments;
static void late(void) { puts("declared first, defined later"); }
static void c1(void) { puts("ctors 1"); }
static void c2(void) { puts("ctors 2"); }
IN(".ctors") static void (*table[])(void) = { c1, c2 };
static void c101(void) { puts("ctors with priority 101"); }
IN(".ctors.65434") static void (*p2)(void) = c101;
static void i100(void) { puts("init 100"); }
IN(".init_array.100") static void (*p3)(void) = i100;
static void i102(void) { puts("init 102"); }
IN(".init_array.00102") static void (*p4)(void) = i102;
static void first(void) { puts("first of all"); }
IN(".preinit_array") static void (*p5)(void) = first;
__attribute__((constructor(101))) static void k101(void) { puts("constructor 101"); }
__attribute__((constructor(65535))) static void k65535(void) { puts("constructor 65535"); }
__attribute__((destructor)) static void x1(void) { puts("destructor 1"); }
__attribute__((destructor)) static void x2(void) { puts("destructor 2"); }
__attribute__((destructor(101))) static void x3(void) { puts("destructor 101"); }
__attribute__((destructor(101))) static void x4(void) { puts("another destructor 101"); }
__attribute__((destructor(102))) static void x5(void) { puts("destructor 102"); }
static void y1(void) { puts("dtors 1"); }
static void y2(void) { puts("dtors 2"); }
IN(".dtors") static void (*back[])(void) = { y1, y2 };
static void z1(void) { puts("fini 1"); }
static void z2(void) { puts("fini 2"); }
IN(".fini_array") static void (*end[])(void) = { z1, z2 };
static void z3(void) { puts("fini 101"); }
IN(".fini_array.00101") static void (*last)(void) = z3;
int main(void)
{
    puts("main");
    return 0;
}
