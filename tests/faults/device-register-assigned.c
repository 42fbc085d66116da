// verdict: proved
// not: volatile
#include <assert.h>
struct registers {
    volatile unsigned status;
    volatile unsigned char byte;
    volatile int bits : 3;
    volatile _Bool on;
};
struct registers *map(void);
extern volatile unsigned char ticks;

int main(void)
{
    struct registers *r = map();
    // The value of an assignment is what was assigned, as the target holds it; nothing is read again.
    unsigned x = r->status = 4;
    assert(x == 4);
    assert((r->byte = 0x1fe) == 0xfe);
    assert((r->bits = 5) == -3);
    assert((ticks = 300) == 44);
    assert(((r->status |= 8) & 8) != 0);
    assert((r->byte += 3) < 256);
    int old = r->bits++;
    assert(old >= -4 && old <= 3);
    int new = ++r->bits;
    assert(new >= -4 && new <= 3);
    assert((++r->on, 1) && (r->on = 7) == 1);
    int chained = r->status = r->byte = 0x101;
    assert(chained == 1);
    return 0;
}
