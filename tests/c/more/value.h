#define VALUE 5
