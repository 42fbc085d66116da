// proved: --property termination
// says: where
// bug: --property termination -D FROM=1
// From above the mark it goes round once, over the end; it starts again below the mark, which it meets.
#ifndef FROM
#define FROM 0
#endif
int nondet_int(void);
int main(void) {
    int mark = nondet_int(), end = nondet_int();
    if (mark < 0 || end <= mark || end > 100000)
        return 0;
    int at = mark + 1;
    while (at != mark) {
        if (at <= end)
            at = at + 1;
        else
            at = FROM ? mark + 1 : 0;
    }
    return 0;
}
