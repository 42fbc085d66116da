// proved: -D BUG=0
// bug: -D BUG=1
// bug: -D BUG=2
// Data from user space may be anything, each time, and only what is checked is known of it.
#include <assert.h>
unsigned long copy_from_user(void *to, const void *from, unsigned long n);
int __VERIFIER_nondet_int(void);
struct request {
    int command;
    unsigned length;
    char name[8];
};
int main(void)
{
    static char buffer[16];
    while (__VERIFIER_nondet_int()) {
        struct request request = { 0 };
        int before = 7;
        if (copy_from_user(&request, (void *)0x1000, sizeof request))
            continue;
        assert(before == 7);
        if (BUG == 1)
            assert(request.command != 17 || request.name[3] != 'x');
        if (request.length > sizeof buffer)
            continue;
        if (BUG == 2 && copy_from_user(&request, (void *)0x1000, sizeof request))
            continue;
        assert(request.length <= sizeof buffer);
    }
    return 0;
}
