/* Helpers lock unless they are told that it has been done. With BROKEN, one path tells them wrongly, two calls away. */
void acquire(void);
void release(void);
int nondet_int(void);

static int counter;

static void count(int have_lock)
{
	if (!have_lock)
		acquire();
	counter++;
	if (!have_lock)
		release();
}

static void forward(int urgent, int have_lock)
{
#ifdef BROKEN
	count(urgent ? 0 : have_lock);
#else
	count(have_lock);
#endif
}

int main(void)
{
	int urgent = nondet_int();

	forward(urgent, 0);
	acquire();
	forward(urgent > 3, 1);
	release();
	return 0;
}
