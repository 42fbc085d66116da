// bug: -D BUG=1 --property integer.spec
// proved: -D BUG=0 --property integer.spec
//
// What is watched is compared as an address. Of a number with more bits than an address some would be lost: 2^32 would be 0.
void reserve(long long);

int main(void)
{
#if BUG
	reserve(0x100000000LL);
	reserve(0x100000000LL);
#else
	reserve(0);
	reserve(0x100000000LL);
#endif
	return 0;
}
