/* A cache that is filled on a miss: the read lock is given up before the write lock is taken. Broken: the second search takes the read lock. */
typedef struct { int raw; } rwlock_t;
void read_lock(rwlock_t *lock);
void read_unlock(rwlock_t *lock);
void write_lock(rwlock_t *lock);
void write_unlock(rwlock_t *lock);
int fetch(int key);
int nondet_int(void);
void ldv_check_final_state(void);

static rwlock_t lock;
static int keys[2], values[2];

static int find(int key)
{
	int n;

	for (n = 0; n < 2; n++)
		if (keys[n] == key)
			return n;
	return -1;
}

static int lookup(int key)
{
	int n, value = 0;

	read_lock(&lock);
	n = find(key);
	if (n >= 0)
		value = values[n];
	read_unlock(&lock);
	if (n >= 0)
		return value;
	value = fetch(key);
	write_lock(&lock);
	read_lock(&lock);
	n = find(key);
	read_unlock(&lock);
	if (n < 0)
		n = 0;
	keys[n] = key;
	values[n] = value;
	write_unlock(&lock);
	return value;
}

int main(void)
{
	lookup(nondet_int());
	lookup(1);
	ldv_check_final_state();
	return 0;
}
