/* Interrupts are counted twice, by the handler and by the statistics; whoever turns them off at the end relies on
 * both counts being equal however many there were. */

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
