/* A device that cannot be registered keeps its number. */
struct ida { int root; };
int ida_alloc_range(struct ida *ida, unsigned int min, unsigned int max, unsigned int flags);
void ida_free(struct ida *ida, unsigned int id);
int register_device(int number);

static struct ida numbers;

int main(void)
{
	int number = ida_alloc_range(&numbers, 0, ~0u, 0xcc0);

	if (number < 0 || register_device(number))
		return 0;
	ida_free(&numbers, number);
	return 0;
}
