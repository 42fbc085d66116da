#include "a.c"
#include "a.c"
