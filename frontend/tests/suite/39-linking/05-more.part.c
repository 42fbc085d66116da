int ticket(void);
static const char *hello = "hello";
const char *greeting(void) { return hello; }
int tickets_of_more(void) { return ticket() + ticket() * 10; }
