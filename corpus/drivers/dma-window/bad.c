/* A transfer of arbitrary length through a window: what is mapped and what is still to come add up at every moment,
 * which is why the last piece ends exactly where the transfer ends. */

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
		left -= piece > 4096 ? 4096 : piece;
		dma_unmap();
	}
	if (done != total)
		dma_overrun();
	return 0;
}
