/* Moves entries between two queues; the one with the lower number is locked first. Broken: a queue that is moved into itself is not thought of. */
struct mutex { int owner; };
struct queue { struct mutex lock; int number, length; };
void mutex_lock(struct mutex *lock);
void mutex_unlock(struct mutex *lock);
int nondet_int(void);

static struct queue queues[2] = { { { 0 }, 0, 3 }, { { 0 }, 1, 0 } };

static void lock_both(struct queue *a, struct queue *b)
{
	if (a->number < b->number) {
		mutex_lock(&a->lock);
		mutex_lock(&b->lock);
	} else {
		mutex_lock(&b->lock);
		mutex_lock(&a->lock);
	}
}

static void unlock_both(struct queue *a, struct queue *b)
{
	mutex_unlock(&a->lock);
	if (a != b)
		mutex_unlock(&b->lock);
}

static int move(struct queue *from, struct queue *to)
{
	int moved = 0;

	lock_both(from, to);
	if (from->length > 0) {
		from->length--;
		to->length++;
		moved = 1;
	}
	unlock_both(from, to);
	return moved;
}

int main(void)
{
	int from = nondet_int() & 1, to = nondet_int() & 1;

	while (move(&queues[from], &queues[to]) && from != to)
		;
	return 0;
}
