/* A camera: sensor, bridge and encoder are started in order through a list of stages; errors undo what was done. */
struct stage {
	int id;
	int (*check)(int mode);
	struct stage *previous, *next;
};

int stage_start(int id);
void stage_stop(int id);
void stream_closed(void);
int nondet_int(void);

static int any_mode(int mode)
{
	return mode >= 0;
}

static int small_modes(int mode)
{
	return mode < 2;
}

static struct stage encoder, bridge, sensor;

static struct stage sensor = { 1, any_mode, 0, &bridge };
static struct stage bridge = { 2, any_mode, &sensor, &encoder };
static struct stage encoder = { 3, small_modes, &bridge, 0 };

struct stream {
	struct stage *last;
	int mode;
	int frames;
	int streaming;
};

static void stop_from(struct stage *stage)
{
	while (stage) {
		stage_stop(stage->id);
		stage = stage->previous;
	}
}

static int check_all(int mode)
{
	struct stage *stage;

	for (stage = &sensor; stage; stage = stage->next)
		if (!stage->check(mode))
			return -22;
	return 0;
}

static int stream_on(struct stream *stream)
{
	struct stage *stage;
	int err;

	if (stream->streaming)
		return -16;
	err = check_all(stream->mode);
	if (err)
		return err;
	for (stage = &sensor; stage; stage = stage->next) {
		err = stage_start(stage->id);
		if (err) {
			stop_from(stage->previous);
			return err;
		}
		stream->last = stage;
	}
	stream->streaming = 1;
	return 0;
}

static void stream_off(struct stream *stream)
{
	if (!stream->streaming)
		return;
	stop_from(stream->last);
	stream->last = 0;
	stream->streaming = 0;
}

static int set_mode(struct stream *stream, int mode)
{
	int was_streaming = stream->streaming;

	if (mode == stream->mode)
		return 0;
	stream_off(stream);
	stream->mode = mode;
	return was_streaming ? stream_on(stream) : 0;
}

int main(void)
{
	struct stream stream = { 0, 0, 0, 0 };

	if (stream_on(&stream) == 0)
		set_mode(&stream, nondet_int());
	stream_off(&stream);
	stream_closed();
	return 0;
}
