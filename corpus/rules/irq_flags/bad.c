/* append turns interrupts on, and its caller holds the lock that the interrupt handler takes. */
typedef struct { int raw; } spinlock_t;
unsigned long _raw_spin_lock_irqsave(spinlock_t *lock);
void _raw_spin_unlock_irqrestore(spinlock_t *lock, unsigned long flags);
void _raw_spin_lock_irq(spinlock_t *lock);
void _raw_spin_unlock_irq(spinlock_t *lock);
int is_full(void);

static spinlock_t device, queue;
static int length;

static void append(void)
{
	_raw_spin_lock_irq(&queue);
	length++;
	_raw_spin_unlock_irq(&queue);
}

int main(void)
{
	unsigned long flags = _raw_spin_lock_irqsave(&device);

	if (!is_full())
		append();
	_raw_spin_unlock_irqrestore(&device, flags);
	return 0;
}
