/* An insertion looks the key up again while it holds the write lock. */
typedef struct { int raw; } rwlock_t;

void read_lock(rwlock_t *lock);
void read_unlock(rwlock_t *lock);
void write_lock(rwlock_t *lock);
void write_unlock(rwlock_t *lock);
int nondet_int(void);

static rwlock_t table_lock;
static int table[8];

static int lookup(int key)
{
	int found;

	read_lock(&table_lock);
	found = table[key & 7] == key;
	read_unlock(&table_lock);
	return found;
}

static void insert(int key)
{
	write_lock(&table_lock);
	if (key && !lookup(key))
		table[key & 7] = key;
	write_unlock(&table_lock);
}

int main(void)
{
	insert(nondet_int());
	return 0;
}
