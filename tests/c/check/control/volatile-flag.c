// proved: -D BUG=0
// bug: -D BUG=1
// Two reads of what is volatile and only ours give the same.
int __VERIFIER_nondet_int(void);
void reach_error(void);
static volatile int flag;
int main(void)
{
    flag = __VERIFIER_nondet_int();
    if (flag == 1 && flag == (BUG ? 1 : 2))
        reach_error();
    return 0;
}
