/* Shaped as the kernel's headers are: what drivers call is an inline function or a macro over an inner name. */
typedef struct { unsigned int value; } raw_spinlock_t;
typedef struct { union { raw_spinlock_t raw; }; } spinlock_t;

void _raw_spin_lock(raw_spinlock_t *lock);
void _raw_spin_unlock(raw_spinlock_t *lock);
unsigned long _raw_spin_lock_irqsave(raw_spinlock_t *lock);
void _raw_spin_unlock_irqrestore(raw_spinlock_t *lock, unsigned long flags);

static inline raw_spinlock_t *spinlock_check(spinlock_t *lock)
{
	return &lock->raw;
}

static inline void spin_lock(spinlock_t *lock)
{
	_raw_spin_lock(&lock->raw);
}

static inline void spin_unlock(spinlock_t *lock)
{
	_raw_spin_unlock(&lock->raw);
}

#define spin_lock_irqsave(lock, flags)                              \
	do {                                                        \
		flags = _raw_spin_lock_irqsave(spinlock_check(lock)); \
	} while (0)

static inline void spin_unlock_irqrestore(spinlock_t *lock, unsigned long flags)
{
	_raw_spin_unlock_irqrestore(&lock->raw, flags);
}
