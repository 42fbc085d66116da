/* The bits of a word in reverse, one by one and by halves. No predicate says why the two agree; the loop has as many rounds
 * as the word has bits. With BROKEN, the last step swaps one bit too few. */
unsigned short nondet_ushort(void);
void __VERIFIER_error(void);

int main(void)
{
	unsigned short word = nondet_ushort();
	unsigned short slow = 0, fast = word;
	int bit;

	for (bit = 0; bit < 16; bit++)
		if (word >> bit & 1)
			slow |= 1u << (15 - bit);
	fast = (fast >> 8) | (fast << 8);
	fast = (fast >> 4 & 0x0f0f) | (fast & 0x0f0f) << 4;
	fast = (fast >> 2 & 0x3333) | (fast & 0x3333) << 2;
#ifdef BROKEN
	fast = (fast >> 1 & 0x5555) | (fast & 0x5515) << 1;
#else
	fast = (fast >> 1 & 0x5555) | (fast & 0x5555) << 1;
#endif
	if (slow != fast)
		__VERIFIER_error();
	return 0;
}
