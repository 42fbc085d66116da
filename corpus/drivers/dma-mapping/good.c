/* Two buffers take turns: one is filled while the device reads the other. */
unsigned long dma_map(void *buffer);
void dma_unmap(void *buffer);
void fill(void *buffer);
int nondet_int(void);

static char buffers[2][64];
static int busy = -1;

static void submit(int n)
{
	fill(buffers[n]);
	if (busy >= 0)
		dma_unmap(buffers[busy]);
	dma_map(buffers[n]);
	busy = n;
}

static void drain(void)
{
	if (busy >= 0)
		dma_unmap(buffers[busy]);
	busy = -1;
}

int main(void)
{
	int n, turn = 0;

	for (n = 0; n < 3; n++) {
		submit(turn);
		if (nondet_int())
			drain();
		turn = !turn;
	}
	drain();
	return 0;
}
