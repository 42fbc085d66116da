/* In how many ways a staircase can be climbed by one step or two: many calls, few different ones, and no condition on one
 * of them that is not a table. With BROKEN, the claim is one way too many. */
int nondet_int(void);
void __VERIFIER_error(void);

static int ways(int steps)
{
	if (steps < 2)
		return 1;
	return ways(steps - 1) + ways(steps - 2);
}

int main(void)
{
	int steps = nondet_int();

	if (steps < 0 || steps > 10)
		return 0;
#ifdef BROKEN
	if (steps >= 6 && ways(steps) < 14)
#else
	if (steps >= 6 && ways(steps) < 13)
#endif
		__VERIFIER_error();
	return 0;
}
