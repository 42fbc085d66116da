// proved: --property argument-faults-first.spec
// bug: -D SET --property argument-faults-first.spec
// proved: -D RESULT --property argument-faults-first.spec
// bug: -D RESULT -D SET --property argument-faults-first.spec
// proved: -D QUOTIENT --property argument-faults-first.spec
// bug: -D QUOTIENT -D SET --property argument-faults-first.spec
//
// Arguments and results are computed before a handler runs, also if it does not speak of them: where that faults, the call
// never happens.
struct lock { int v; };
struct dev { struct lock *lp; int state; };
void down(struct lock *);
void note(int);
struct lock own;
struct dev dev = { &own, 1 };
#ifdef SET
struct dev *current = &dev;
int divisor = 1;
#else
struct dev *current = 0;
int divisor = 0;
#endif

int last(void)
{
	return current->state;
}

int main(void)
{
	down(&own);
#if defined RESULT
	return last();
#elif defined QUOTIENT
	down(&own + 8 / divisor);
#else
	down(current->lp);
#endif
	return 0;
}
