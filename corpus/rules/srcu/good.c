/* Readers walk a list; who takes an entry off waits for them, outside of a section of his own. */
struct srcu_struct { int index; };
int __srcu_read_lock(struct srcu_struct *ssp);
void __srcu_read_unlock(struct srcu_struct *ssp, int index);
void synchronize_srcu(struct srcu_struct *ssp);
void cleanup_srcu_struct(struct srcu_struct *ssp);
int find(int key);

static struct srcu_struct readers;

static int lookup(int key)
{
	int index = __srcu_read_lock(&readers);
	int found = find(key);

	__srcu_read_unlock(&readers, index);
	return found;
}

int main(void)
{
	if (lookup(7))
		synchronize_srcu(&readers);
	cleanup_srcu_struct(&readers);
	return 0;
}
