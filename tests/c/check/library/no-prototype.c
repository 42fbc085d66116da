// bug: -D INTEGER
// proved:
//
// Without a prototype an int is passed where a double is taken: what arrives is anything.
void reach_error(void);
int twice();

int main(void)
{
#ifdef INTEGER
	int result = twice(3);
#else
	int result = twice(3.0);
#endif
	if (result != 6)
		reach_error();
	return 0;
}

int twice(d) double d;
{
	return (int)d + 3;
}
