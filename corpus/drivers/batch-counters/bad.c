/* Broken: the statistics sometimes count one interrupt for two, so the counts differ, and interrupts stay disabled. */

extern int nondet_int(void);
extern void irq_disable(void);
extern void irq_enable(void);

static unsigned int raised;
static unsigned int counted;

static void handle(void)
{
	raised += 2;
	counted += nondet_int() ? 2 : 1;
}

int main(void)
{
	irq_disable();
	while (nondet_int())
		handle();
	if (raised == counted)
		irq_enable();
	irq_disable();
	irq_enable();
	return 0;
}
