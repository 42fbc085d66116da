typedef long long word;
struct box { word w[2]; char c; };
enum { SIZE = 6 };
static int state = 100;
static int step(void) { return state += 10; }
int other_step(void) { return step(); }
int other_size(void) { return (int)sizeof(word) + SIZE + (int)sizeof(((struct box *)0)->w); }
