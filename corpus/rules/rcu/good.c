/* A pointer that readers follow under RCU; a writer replaces it and waits. */
void rcu_read_lock(void);
void rcu_read_unlock(void);
void synchronize_rcu(void);
int nondet_int(void);
void ldv_check_final_state(void);

struct config { int limit; };
static struct config small = { 1 }, large = { 100 };
static struct config *current = &small;

static int limit(void)
{
	int value;

	rcu_read_lock();
	value = current->limit;
	rcu_read_unlock();
	return value;
}

static int check(int n)
{
	int ok;

	rcu_read_lock();
	ok = n < limit();
	rcu_read_unlock();
	return ok;
}

int main(void)
{
	if (!check(nondet_int())) {
		current = &large;
		synchronize_rcu();
	}
	ldv_check_final_state();
	return 0;
}
