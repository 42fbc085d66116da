/* A lamp and two functions that call each other: after an odd number of presses it is lit, however many there were. No
 * unrolling shows that; an invariant does. With BROKEN, the second press is lost. */
int nondet_int(void);
void __VERIFIER_error(void);

static int dark_after(int presses);

static int lit_after(int presses)
{
	if (presses == 0)
		return 0;
	return dark_after(presses - 1);
}

static int dark_after(int presses)
{
	if (presses == 0)
		return 1;
#ifdef BROKEN
	if (presses == 1)
		return 1;
#endif
	return lit_after(presses - 1);
}

int main(void)
{
	int presses = nondet_int();

	if (presses < 0)
		return 0;
	if (lit_after(presses) != presses % 2)
		__VERIFIER_error();
	return 0;
}
