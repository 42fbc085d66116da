void reach_error(void);
extern struct t {
    int a[3];
} all[];
extern const char *names[];
extern volatile int ready;
extern unsigned long long mask;

int main(void)
{
    int n = 0;
    while (!ready)
        n++;
    if (n == 2 && all[2].a[1] == 8 && names[2] && names[2][1] == 'x' && mask >> 40 == 3)
        reach_error();
    return 0;
}
