// Devices at addresses that no process can have.
void reach_error(void);
struct regs {
    volatile unsigned control;
    volatile unsigned state : 4, mode : 4;
    volatile unsigned char buffer[8];
};
#define LOW ((struct regs *)0x8000)
#define NULL_PAGE (*(volatile unsigned *)0x10)

int main(void)
{
    struct regs *r = (void *)0xffffffff80001000;
    r->control = 5;
    r->mode = 3;
    r->buffer[3]++;
    (r->buffer)[2] = 3;
    *(r->buffer + 1) |= 4;
    LOW->control |= 3;
    ++*(LOW->buffer + 1);
    NULL_PAGE = 3;
    if (r->control == 7 && r->state == 3 && r->buffer[1] == 9 && LOW->mode == 8 && NULL_PAGE == 5)
        reach_error();
    return 0;
}
