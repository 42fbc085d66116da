// Pointers in a structure and an array that were never set lead to objects; so do those of a structure passed by value.
void reach_error(void);
struct dev {
    int n;
    struct dev *next;
    int state;
};

int main(void)
{
    struct dev d;
    int *p[3];
    if (d.next->state == 7) {
        *p[1] = 3;
        if (*p[1] == 3 && d.n == 9)
            reach_error();
    }
    return 0;
}
