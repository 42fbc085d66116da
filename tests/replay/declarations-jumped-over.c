void reach_error(void);
int input(void);

int main(void)
{
    int n = 0, i;
    if (n == 0)
        goto inside;
    for (i = 0; i < 3; i++) {
        int w = 3;
        long z;
        char b[4];
        struct {
            int a, q;
        } s;
    inside:
        if (z == 7 && w == 8 && b[2] == 'q' && s.q == 5 && i == 2)
            goto out;
        z = input();
    }
    int late;
out:
    if (late == 99)
        switch (late) {
            int x = 4;
            long y[2];
        case 3:
            x = 3;
        default:
            if (x == 6 && y[1] == 12)
                for (int k = 0, m; k < 2; k++)
                    if (m == 77)
                        reach_error();
        }
    return 0;
}
