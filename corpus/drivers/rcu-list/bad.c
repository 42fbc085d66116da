/* Readers look an address up; a writer unlinks an entry and waits before it is freed. Broken: a search that finds something returns without leaving the section. */
struct entry { int address; struct entry *next; };
void rcu_read_lock(void);
void rcu_read_unlock(void);
void synchronize_rcu(void);
void release(struct entry *entry);
int nondet_int(void);
void ldv_check_final_state(void);

static struct entry *head;

static int known(int address)
{
	struct entry *at;
	int found = 0;

	rcu_read_lock();
	for (at = head; at; at = at->next)
		if (at->address == address) {
			return 1;
		}
	rcu_read_unlock();
	return found;
}

static int forget(int address)
{
	struct entry **at, *gone = 0;

	if (!known(address))
		return -2;
	for (at = &head; *at; at = &(*at)->next)
		if ((*at)->address == address) {
			gone = *at;
			*at = gone->next;
			break;
		}
	synchronize_rcu();
	if (gone)
		release(gone);
	return 0;
}

int main(void)
{
	struct entry one = { 1, 0 }, two = { 2, &one };

	head = &two;
	forget(nondet_int());
	forget(1);
	ldv_check_final_state();
	return 0;
}
