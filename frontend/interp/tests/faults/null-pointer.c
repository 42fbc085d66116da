// expect: use of a null pointer
struct node { int n; struct node *next; };
int length(struct node *p) { int n = 0; do { n++;
    p = p->next; // here
    } while (1); return n; }
int main(void) { struct node a = {1, 0}; return length(&a); }
