// verdict: proved
// not: volatile
#include <assert.h>
struct registers {
    volatile unsigned status;
    volatile unsigned ready : 1;
    unsigned shadow;
};
struct registers *map(void);

int main(void)
{
    struct registers *r = map();
    unsigned status = r->status;
    if (status & 1)
        assert(status & 1);
    assert(r->ready < 2);
    unsigned shadow = r->shadow;
    assert(shadow == r->shadow);
    return 0;
}
