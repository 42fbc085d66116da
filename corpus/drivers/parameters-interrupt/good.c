/* An interrupt handler: its context is a pointer of no type, its line may be shared. */
typedef struct { int slock; } spinlock_t;
struct ring { unsigned int head; int count; int words[4]; };
struct card { int line; int enabled; struct ring ring; spinlock_t lock; };
void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);

static int take(struct ring *ring)
{
	int word = ring->words[ring->head % 4];

	ring->head++;
	ring->count--;
	return word;
}

int handle(int line, void *context)
{
	struct card *card = context;

	if (card->line != line)
		return 0;
	if (card->enabled == 1)
		spin_lock(&card->lock);
	while (card->ring.count > 0)
		if (take(&card->ring) == 1)
			card->ring.count = 0;
	if (card->enabled == 1)
		spin_unlock(&card->lock);
	return 1;
}
