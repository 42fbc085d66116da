// proved: -D BUG=0
// bug: -D BUG=1
// A text that is printed does not reach what lies behind it, and its letters are known where the format is the text.
#include <assert.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
struct port {
    char name[16];
    int state;
};
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        static struct port port;
        port.state = 1;
        if (BUG)
            sprintf(port.name, "port");
        else
            sprintf(port.name, "%d", __VERIFIER_nondet_int());
        assert(port.state == 1);
        if (BUG)
            assert(port.name[0] != 'p');
    }
    return 0;
}
