/* What is found is removed inside of the section that the remover waits for. */
struct srcu_struct { int index; };
int __srcu_read_lock(struct srcu_struct *ssp);
void __srcu_read_unlock(struct srcu_struct *ssp, int index);
void synchronize_srcu(struct srcu_struct *ssp);
int find(int key);

static struct srcu_struct readers;

static void remove(void)
{
	synchronize_srcu(&readers);
}

int main(void)
{
	int index = __srcu_read_lock(&readers);

	if (find(7))
		remove();
	__srcu_read_unlock(&readers, index);
	return 0;
}
