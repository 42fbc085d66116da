/* Broken: a list that leads back to itself meets a buffer again that was given back. */
struct buffer { int busy; struct buffer *next; };
void give_back(struct buffer *buffer);

int flush(struct buffer *first, int most)
{
	struct buffer *at;
	int count = 0;

	for (at = first; at && count < most; at = at->next) {
		if (at->busy)
			continue;
		give_back(at);
		count++;
	}
	return count;
}
