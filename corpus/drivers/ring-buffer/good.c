/* A ring with free-running indices. */
void store(unsigned slot, int value);
int fetch(unsigned slot);
int nondet_int(void);
enum { SIZE = 2 };

static unsigned head, tail;

static int put(int value)
{
	if (head - tail == SIZE)
		return 0;
	store(head % SIZE, value);
	head++;
	return 1;
}

static int get(int *value)
{
	if (head == tail)
		return 0;
	*value = fetch(tail % SIZE);
	tail++;
	return 1;
}

int main(void)
{
	int n, value;

	for (n = 0; n < 4; n++) {
		if (nondet_int())
			put(n);
		else
			get(&value);
	}
	while (get(&value))
		;
	return 0;
}
