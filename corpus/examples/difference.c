/* Euclid's subtractions: both numbers stay positive, so there is an end, and no constant says why. With BROKEN, equal
 * numbers are subtracted once too often. */
int nondet_int(void);
void __VERIFIER_error(void);

static int divisor(int a, int b)
{
	if (a <= 0 || b <= 0)
		__VERIFIER_error();
	if (a == b)
		return a;
#ifdef BROKEN
	if (a >= b - 1)
#else
	if (a > b)
#endif
		return divisor(a - b, b);
	return divisor(a, b - a);
}

int main(void)
{
	int a = nondet_int();
	int b = nondet_int();

	if (a > 0 && b > 0)
		divisor(a, b);
	return 0;
}
