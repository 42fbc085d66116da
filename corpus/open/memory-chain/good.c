/* A chain of buffers that is built as far as memory reaches, and freed. */
struct buffer { struct buffer *next; };
void *kmalloc(unsigned long size, unsigned int flags);
void kfree(const void *block);
int nondet_int(void);
void ldv_check_final_state(void);

static struct buffer *chain;

static int extend(void)
{
	struct buffer *fresh = kmalloc(sizeof *fresh, 208);

	if (!fresh)
		return -12;
	fresh->next = chain;
	chain = fresh;
	return 0;
}

static void release(void)
{
	while (chain) {
		struct buffer *first = chain;

		chain = first->next;
		kfree(first);
	}
}

int main(void)
{
	int wanted = nondet_int(), got = 0;

	while (got < wanted && got < 3) {
		if (extend())
			break;
		got++;
	}
	release();
	ldv_check_final_state();
	return 0;
}
