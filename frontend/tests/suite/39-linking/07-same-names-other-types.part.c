// The other half: every type has the name it has in the first file, and another meaning.
#include <stdio.h>
typedef short T;
enum { N = 5 };
enum e { E = 0x7fffffffffffffffll };
struct s { T x; char c; };
struct a { char b[N]; };
struct b { char b[1 + 3]; };
struct inner { long long x; };
struct outer { struct inner in; };
struct al { char c __attribute__((aligned(16))); };
struct p1 { struct p2 *q; };
struct p2 { char v, w; };
typedef struct { T x[3]; } untagged;
struct opaque;
struct shared { struct opaque *next; int value; };
int other(void) {
    struct p2 y = { 1, 2 };
    struct p1 x = { &y };
    printf("%d %d %d %d %d %d %d %d\n", (int)sizeof(struct s), (int)sizeof(struct a), (int)sizeof(struct b),
           (int)sizeof(struct outer), (int)sizeof(struct al), x.q->w, (int)sizeof(untagged), (int)sizeof(enum e));
    return 0;
}
int value_of(struct shared *s) { return s->value; }
