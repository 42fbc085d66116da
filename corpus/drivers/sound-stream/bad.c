/* A playback stream that recovers from an underrun by preparing and starting again. Broken: after an underrun the stream is prepared and not started. */
void hw_prepare(void);
void hw_trigger(int start);
int hw_write(int samples);
int nondet_int(void);

static int running;

static void start(void)
{
	hw_prepare();
	hw_trigger(1);
	running = 1;
}

static void stop(void)
{
	if (!running)
		return;
	hw_trigger(0);
	running = 0;
}

static int play(int periods)
{
	int underruns = 0;

	start();
	while (periods-- > 0) {
		if (hw_write(64) >= 0)
			continue;
		stop();
		if (++underruns > 1)
			return -32;
		hw_prepare();
	}
	stop();
	return 0;
}

int main(void)
{
	int periods = nondet_int();

	return play(periods > 2 ? 2 : periods);
}
