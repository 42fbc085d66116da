// expect: which is read-only
int main(void) { char *s = "text";
    s[0] = 'T'; // here
    return 0; }
