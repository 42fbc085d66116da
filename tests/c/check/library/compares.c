// unknown: -D LFIND
// unknown: -D TSEARCH
//
// Functions of the library that call one they are given: what it does is not followed, and so there is no proof.
void *lfind(const void *, const void *, unsigned long *, unsigned long, int (*)(const void *, const void *));
void *tsearch(const void *, void **, int (*)(const void *, const void *));
void reach_error(void);
static int calls;

static int compare(const void *a, const void *b)
{
	calls++;
	return *(const int *)a - *(const int *)b;
}

int main(void)
{
	int table[3] = { 1, 2, 3 }, key = 2;
	unsigned long n = 3;
	void *root = &key;
#ifdef LFIND
	lfind(&key, table, &n, sizeof *table, compare);
#else
	tsearch(&key, &root, compare);
#endif
	if (calls != 0)
		reach_error();
	return 0;
}
