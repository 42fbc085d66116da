#include <stdio.h>
#define X 3
int a;
#if X
int b;
#endif
int c = X # 3;
