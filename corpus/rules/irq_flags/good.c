/* Two locks nest; the outer one gives itself up while it waits, and the inner one leaves interrupts as they were. */
typedef struct { int raw; } spinlock_t;
unsigned long _raw_spin_lock_irqsave(spinlock_t *lock);
void _raw_spin_unlock_irqrestore(spinlock_t *lock, unsigned long flags);
void _raw_spin_lock_irq(spinlock_t *lock);
void _raw_spin_unlock_irq(spinlock_t *lock);
void wait_for_room(void);
int is_full(void);

static spinlock_t device, queue;
static int length;

static void append(void)
{
	unsigned long flags = _raw_spin_lock_irqsave(&queue);

	length++;
	_raw_spin_unlock_irqrestore(&queue, flags);
}

int main(void)
{
	unsigned long flags = _raw_spin_lock_irqsave(&device);

	if (is_full()) {
		_raw_spin_unlock_irq(&device);
		wait_for_room();
		_raw_spin_lock_irq(&device);
	}
	append();
	_raw_spin_unlock_irqrestore(&device, flags);
	_raw_spin_lock_irq(&queue);
	length = 0;
	_raw_spin_unlock_irq(&queue);
	return 0;
}
