/* Broken: when one byte is left it is dropped, so the transfer ends before it should. */

extern unsigned int nondet_uint(void);
extern void dma_map(void);
extern void dma_unmap(void);
extern void dma_overrun(void);

int main(void)
{
	unsigned int total = nondet_uint();
	unsigned int done = 0;
	unsigned int left;

	if (total > 65536)
		return 0;
	left = total;
	while (left > 0) {
		unsigned int piece = nondet_uint();

		if (piece == 0 || piece > left)
			piece = left;
		dma_map();
		done += piece;
		left -= piece;
		if (left == 1)
			left = 0;
		dma_unmap();
	}
	if (done != total)
		dma_overrun();
	return 0;
}
