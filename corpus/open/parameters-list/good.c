/* Gives the buffers of a list back, each once; the list comes from outside and may be of any length. */
struct buffer { int busy; struct buffer *next; };
void give_back(struct buffer *buffer);

int flush(struct buffer *first, int most)
{
	struct buffer *at;
	int count = 0;

	for (at = first; at && count < most; at = at->next) {
		if (at->busy)
			continue;
		at->busy = 1;
		give_back(at);
		count++;
	}
	return count;
}
