#include <assert.h>
int main(void) { char *s = "</code></script><script>alert(1)</script>"; /* <img src=x onerror=alert(1)> */ assert(s == 0); return 0; }
