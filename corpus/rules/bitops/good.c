/* Walks over the set bits of a map. */
int find_first_bit(const unsigned long *map, int size);
int find_next_bit(const unsigned long *map, int size, int offset);

static unsigned long map[2];

int main(void)
{
	int size = 4, count = 0;
	int bit = find_first_bit(map, size);

	while (bit < size) {
		count++;
		bit = find_next_bit(map, size, bit + 1);
		if (count > 2)
			break;
	}
	return count;
}
