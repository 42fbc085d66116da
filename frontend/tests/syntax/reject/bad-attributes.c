int a __attribute__((aligned(4));
int b __attribute__(aligned(4));
int c __attribute__;
int d __attribute__((3));
int e __attribute__((aligned(4 +)));
int ok;
