/*
 * The loop of a serial driver: the lock is held at its end exactly if no packet was taken in the last pass. Correct as it
 * is; each of the macros breaks it in one of the usual ways.
 */
void acquire(void);
void release(void);
int more_packets(void);

int main(void)
{
	int nPackets = 0, nPacketsOld;

	do {
		acquire();
		nPacketsOld = nPackets;
		if (more_packets()) {
#ifndef FORGET_RELEASE
			release();
#endif
#ifndef FORGET_COUNT
			nPackets++;
#endif
		}
#ifdef WRONG_CONDITION
	} while (nPackets == nPacketsOld);
#else
	} while (nPackets != nPacketsOld);
#endif
#ifndef FORGET_LAST_RELEASE
	release();
#endif
	return 0;
}
