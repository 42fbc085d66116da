/* Devices are numbered; a device that cannot be registered gives its number back, and no number is none. */
struct ida { int root; };
int ida_alloc_range(struct ida *ida, unsigned int min, unsigned int max, unsigned int flags);
void ida_free(struct ida *ida, unsigned int id);
int register_device(int number);

static struct ida numbers;

static int add(void)
{
	int number = ida_alloc_range(&numbers, 0, ~0u, 0xcc0);

	if (number < 0)
		return number;
	if (register_device(number)) {
		ida_free(&numbers, number);
		return -5;
	}
	return number;
}

int main(void)
{
	int first = add();
	int second = add();

	if (second >= 0)
		ida_free(&numbers, second);
	if (first >= 0)
		ida_free(&numbers, first);
	return 0;
}
