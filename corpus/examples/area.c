/* A product by adding: the area is the width, as often as there are rows, whichever way round. With BROKEN, the first row
 * counts twice. */
int nondet_int(void);
void __VERIFIER_error(void);

static int area(int width, int rows)
{
	if (rows == 0)
		return 0;
#ifdef BROKEN
	if (rows == 1)
		return width + width;
#endif
	return width + area(width, rows - 1);
}

int main(void)
{
	int a = nondet_int();
	int b = nondet_int();
	int one, other;

	if (a <= 0 || a > 1000 || b <= 0 || b > 1000)
		return 0;
	one = area(a, b);
	other = area(b, a);
	if (one != other)
		__VERIFIER_error();
	return 0;
}
