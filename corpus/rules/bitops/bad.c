/* The bit after the last one found is searched even if none was found. */
int find_first_bit(const unsigned long *map, int size);
int find_next_bit(const unsigned long *map, int size, int offset);

static unsigned long map[2];

int main(void)
{
	int size = 2;
	int bit = find_first_bit(map, size);

	bit = find_next_bit(map, size, bit + 1);
	return bit;
}
