/* A tree of regions is walked recursively with the lock held by the outermost call. Broken: the right half is added by the function that locks. */
struct mutex { int owner; };
struct region { int size; struct region *left, *right; };
void mutex_lock(struct mutex *lock);
void mutex_unlock(struct mutex *lock);
int nondet_int(void);

static struct mutex lock;

static int sum(struct region *region);

static int sum_locked(struct region *region)
{
	if (!region)
		return 0;
	return region->size + sum_locked(region->left) + (region->right ? sum(region->right) : 0);
}

static int sum(struct region *region)
{
	int total;

	mutex_lock(&lock);
	total = sum_locked(region);
	mutex_unlock(&lock);
	return total;
}

int main(void)
{
	struct region left = { 1, 0, 0 }, right = { 2, 0, 0 }, root = { 3, 0, 0 };

	if (nondet_int())
		root.left = &left;
	if (nondet_int())
		root.right = &right;
	return sum(&root) < 3;
}
