int counter;
const char *const names[] = {"zero", "one"};
int bump(int by) { return counter += by; }
struct pt { int x, y; };
struct pt make(int x, int y) { return (struct pt){x, y}; }
