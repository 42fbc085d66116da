/* Locks all buckets of a table in order to resize it. */
typedef struct { int raw; } spinlock_t;
void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);
int nondet_int(void);
void ldv_check_final_state(void);
enum { BUCKETS = 3 };

static struct { spinlock_t lock; int entries; } table[BUCKETS];

static int resize(void)
{
	int n, total = 0;

	for (n = 0; n < BUCKETS; n++)
		spin_lock(&table[n].lock);
	for (n = 0; n < BUCKETS; n++)
		total += table[n].entries;
	for (n = BUCKETS - 1; n >= 0; n--)
		spin_unlock(&table[n].lock);
	return total;
}

static void insert(int key)
{
	int bucket = key & 1;

	spin_lock(&table[bucket].lock);
	table[bucket].entries++;
	spin_unlock(&table[bucket].lock);
}

int main(void)
{
	insert(nondet_int());
	if (resize() > 0)
		insert(1);
	ldv_check_final_state();
	return 0;
}
