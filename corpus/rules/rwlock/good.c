/* A table that many read and few write. */
typedef struct { int raw; } rwlock_t;

void read_lock(rwlock_t *lock);
void read_unlock(rwlock_t *lock);
void write_lock(rwlock_t *lock);
void write_unlock(rwlock_t *lock);
int write_trylock(rwlock_t *lock);
int nondet_int(void);
void ldv_check_final_state(void);

static rwlock_t table_lock;
static int table[8];

static int lookup(int key)
{
	int found = 0, i;

	read_lock(&table_lock);
	for (i = 0; i < 8 && !found; i++)
		found = table[i] == key;
	read_unlock(&table_lock);
	return found;
}

static void insert(int key)
{
	if (!write_trylock(&table_lock)) {
		if (nondet_int())
			return;
		write_lock(&table_lock);
	}
	table[key & 7] = key;
	write_unlock(&table_lock);
}

int main(void)
{
	int key = nondet_int();

	if (!lookup(key))
		insert(key);
	ldv_check_final_state();
	return 0;
}
