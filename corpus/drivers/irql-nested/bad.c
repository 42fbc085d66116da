/* Levels are saved and restored by nested functions. Broken: the outer level is restored first. */
typedef unsigned char KIRQL;
void KeRaiseIrql(KIRQL irql, KIRQL *old);
void KeLowerIrql(KIRQL irql);
int nondet_int(void);

static int level;

static KIRQL raise(KIRQL to)
{
	KIRQL old, before = (KIRQL)level;

	KeRaiseIrql(to, &old);
	level = to;
	return before;
}

static void lower(KIRQL to)
{
	KeLowerIrql(to);
	level = to;
}

static void update(int urgent)
{
	KIRQL saved = raise(1);

	if (urgent) {
		KIRQL inner = raise(2);
		lower(saved);
		lower(inner);
	}
	lower(saved);
}

int main(void)
{
	update(nondet_int());
	update(1);
	return 0;
}
