/* A bug behind many turns of a loop: the story folds them. */
void reach_error(void);
int nondet_int(void);

int main(void)
{
	int i, sum = 0;

	for (i = 0; i < 14; i++)
		sum += 2;
	if (!(sum > 5 && nondet_int() == 7))
		return 0;
	reach_error();
	return 1;
}
