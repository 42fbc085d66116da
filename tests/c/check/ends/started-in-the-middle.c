// proved: --entry step --property mutex
// says: argument: variables of the program: hold what they are initialised with when execution starts
// proved: --entry plain --property mutex
//
// Another function may have set the variable before: an answer that depends on its initial value says so.
struct mutex { int count; };
void mutex_lock(struct mutex *);
void mutex_unlock(struct mutex *);
static int twice;
static struct mutex m;

void set_up(int how)
{
	twice = how;
}

void step(void)
{
	mutex_lock(&m);
	if (twice)
		mutex_lock(&m);
	mutex_unlock(&m);
}

void plain(void)
{
	mutex_lock(&m);
	mutex_unlock(&m);
}
