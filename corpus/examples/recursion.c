/* Two functions that call each other take the lock in turn. With BROKEN, odd depths end with the lock held. */
void acquire(void);
void release(void);
int nondet_int(void);

static void odd(int depth);

static void even(int depth)
{
	acquire();
	if (depth > 0)
		odd(depth - 1);
	else
		release();
}

static void odd(int depth)
{
	release();
	if (depth > 0)
		even(depth - 1);
#ifdef BROKEN
	else
		acquire();
#endif
}

int main(void)
{
	even(nondet_int());
	return 0;
}
