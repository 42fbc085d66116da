// arguments: --blocks statement
//
// What a pointer to a structure leads to is said by the field, not by addresses.
void __VERIFIER_error(void);
int nondet(void);
struct device { int open, count; } first, second;

static void use(struct device *device)
{
    device->count++;
    while (nondet())
        ;
    if (device->open != 1)
        __VERIFIER_error();
}

int main(void)
{
    struct device *device = nondet() ? &first : &second;
    device->open = 1;
    use(device);
    return 0;
}
