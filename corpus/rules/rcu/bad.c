/* The early return leaves the read-side section open. */
void rcu_read_lock(void);
void rcu_read_unlock(void);
void synchronize_rcu(void);
int nondet_int(void);

struct config { int limit; };
static struct config small = { 1 }, large = { 100 };
static struct config *current = &small;

static int check(int n)
{
	rcu_read_lock();
	if (n < current->limit)
		return 1;
	rcu_read_unlock();
	return 0;
}

int main(void)
{
	if (check(nondet_int())) {
		current = &large;
		synchronize_rcu();
	}
	return 0;
}
