/* A block device in memory: open counts, media changes, requests in a list, control codes; one mutex for the device and one for the queue. */
struct mutex { int owner; };

void mutex_lock(struct mutex *lock);
int mutex_trylock(struct mutex *lock);
void mutex_unlock(struct mutex *lock);
int nondet_int(void);
void ldv_check_final_state(void);

enum { READ, WRITE, SECTORS = 8 };
enum { EJECT = 1, FLUSH = 2, SIZE = 3 };

struct request {
	int direction;
	int sector;
	int value;
	int error;
	struct request *next;
};

struct device {
	struct mutex lock;
	struct mutex queue_lock;
	struct request *queue;
	int users;
	int media_changed;
	int data[SECTORS];
};

static struct device device;

static int device_open(struct device *d)
{
	mutex_lock(&d->lock);
	if (d->media_changed) {
		if (d->users > 0) {
			mutex_unlock(&d->lock);
			return -5;
		}
		d->media_changed = 0;
	}
	d->users++;
	mutex_unlock(&d->lock);
	return 0;
}

static void device_release(struct device *d)
{
	mutex_lock(&d->lock);
	d->users--;
	mutex_unlock(&d->lock);
}

static void submit(struct device *d, struct request *request)
{
	struct request **at;

	mutex_lock(&d->queue_lock);
	for (at = &d->queue; *at; at = &(*at)->next)
		;
	request->next = 0;
	*at = request;
	mutex_unlock(&d->queue_lock);
}

static struct request *take(struct device *d)
{
	struct request *first;

	mutex_lock(&d->queue_lock);
	first = d->queue;
	if (first)
		d->queue = first->next;
	mutex_unlock(&d->queue_lock);
	return first;
}

static void do_request(struct device *d, struct request *r)
{
	if (r->sector < 0 || r->sector >= SECTORS) {
		r->error = -5;
		return;
	}
	if (r->direction == WRITE)
		d->data[r->sector] = r->value;
	else
		r->value = d->data[r->sector];
	r->error = 0;
}

static int run_queue(struct device *d)
{
	struct request *r;
	int done = 0;

	if (!mutex_trylock(&d->lock))
		return -16;
	while ((r = take(d)) != 0) {
		do_request(d, r);
		done++;
	}
	mutex_unlock(&d->lock);
	return done;
}

static int control(struct device *d, int code)
{
	int result = 0;

	mutex_lock(&d->lock);
	switch (code) {
	case EJECT:
		if (d->users > 1) {
			result = -16;
			goto out;
		}
		d->media_changed = 1;
		break;
	case FLUSH:
		mutex_unlock(&d->lock);
		return run_queue(d);
	case SIZE:
		result = SECTORS;
		break;
	default:
		result = -25;
	}
out:
	mutex_unlock(&d->lock);
	return result;
}

int main(void)
{
	struct request write = { WRITE, 3, 7, 0, 0 }, read = { READ, 3, 0, 0, 0 };

	if (device_open(&device))
		return -1;
	submit(&device, &write);
	submit(&device, &read);
	control(&device, nondet_int());
	run_queue(&device);
	device_release(&device);
	ldv_check_final_state();
	return 0;
}
