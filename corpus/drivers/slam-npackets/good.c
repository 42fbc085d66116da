/* Sends requests until none came in while the lock was given up: the number of packets decides. */
void KeAcquireSpinLock(void);
void KeReleaseSpinLock(void);
struct request { int status; };
struct request *next_request(void);
void complete(struct request *request);

static int nPackets, nPacketsOld;

int main(void)
{
	struct request *request;

	do {
		KeAcquireSpinLock();
		nPacketsOld = nPackets;
		request = next_request();
		if (request) {
			KeReleaseSpinLock();
			complete(request);
			nPackets++;
		}
	} while (nPackets != nPacketsOld);
	KeReleaseSpinLock();
	return 0;
}
