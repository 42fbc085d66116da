#define INCLUDED 10
