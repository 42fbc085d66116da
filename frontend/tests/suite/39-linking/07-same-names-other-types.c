// stage: run; models: lp64, ilp32; exit: 0; also: 07-same-names-other-types.part.c
// Types of one name in two files are one type only if all they are made of is the same there.
#include <stdio.h>
typedef int T;
enum { N = 3 };
enum e { E = 1 };
struct s { T x; char c; };
struct a { char b[N]; };
struct b { char b[1 + 1]; };
struct inner { int x; };
struct outer { struct inner in; };
struct al { char c __attribute__((aligned(8))); };
struct p1 { struct p2 *q; };
struct p2 { int v, w; };
typedef struct { T x[3]; } untagged;
struct opaque { int known; };
struct shared { struct opaque *next; int value; };
int other(void);
int value_of(struct shared *);
int main(void) {
    struct p2 y = { 1, 2 };
    struct p1 x = { &y };
    struct opaque o = { 4 };
    struct shared s = { &o, 6 };
    printf("%d %d %d %d %d %d %d %d\n", (int)sizeof(struct s), (int)sizeof(struct a), (int)sizeof(struct b),
           (int)sizeof(struct outer), (int)sizeof(struct al), x.q->w, (int)sizeof(untagged), (int)sizeof(enum e));
    printf("%d %d\n", value_of(&s), s.next->known);
    return other();
}
