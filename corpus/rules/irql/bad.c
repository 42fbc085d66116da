/* On the error path the level stays raised. */
typedef unsigned char KIRQL;
void KeRaiseIrql(KIRQL irql, KIRQL *old);
void KeLowerIrql(KIRQL irql);
int nondet_int(void);

static int Reset(void)
{
	KIRQL old;

	KeRaiseIrql(2, &old);
	if (nondet_int() < 0)
		return -1;
	KeLowerIrql(0);
	return 0;
}

int main(void)
{
	Reset();
	return 0;
}
