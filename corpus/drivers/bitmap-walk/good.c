/* Frees the channels whose bit is set, and looks again from where it was. */
int find_first_bit(const unsigned long *map, int size);
int find_next_bit(const unsigned long *map, int size, int offset);
void free_channel(int number);

static unsigned long channels[1];

static int free_all(int size)
{
	int freed = 0, bit;

	for (bit = find_first_bit(channels, size); bit < size;
	     bit = find_next_bit(channels, size, bit + 1)) {
		free_channel(bit);
		if (++freed == 3)
			break;
	}
	return freed;
}

int main(void)
{
	return free_all(2) + free_all(0);
}
