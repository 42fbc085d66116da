/* A pool of blocks with a list of free ones. Broken: the last block of the list is freed once more. */
struct block { struct block *next; };
void *kmalloc(unsigned long size, unsigned int flags);
void kfree(const void *block);
int nondet_int(void);
void ldv_check_final_state(void);

static struct block *free_list;

static struct block *take(void)
{
	struct block *block = free_list;

	if (block) {
		free_list = block->next;
		return block;
	}
	return kmalloc(sizeof *block, 208);
}

static void give(struct block *block)
{
	if (!block)
		return;
	block->next = free_list;
	free_list = block;
}

static void destroy(void)
{
	struct block *block;

	while ((block = free_list) != 0) {
		free_list = block->next;
		kfree(block);
		if (!free_list)
			kfree(block);
	}
}

int main(void)
{
	struct block *first = take(), *second = take();

	give(first);
	if (nondet_int())
		first = take();
	else
		first = 0;
	give(second);
	give(first);
	destroy();
	ldv_check_final_state();
	return 0;
}
