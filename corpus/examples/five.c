/* The smallest example of refinement: one predicate, a > 5, is enough. */
void reach_error(void);

int main(void)
{
	int a = 1;

	if (a > 5)
		reach_error();
	return 0;
}
