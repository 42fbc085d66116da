// A register of a device is there in the run of the whole program, too.
// verdict: bug
// says: speed() returns 77
#include <assert.h>
#define CONTROL (*(volatile unsigned *)0x40001000)
struct uart {
    volatile unsigned data, status;
};
#define UART ((struct uart *)0x40002000)
int speed(void);

int main(void)
{
    CONTROL = 4;
    UART->status = 1;
    assert(speed() != 77);
    return 0;
}
