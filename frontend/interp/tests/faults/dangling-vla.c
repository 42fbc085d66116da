// expect: after its lifetime
int main(void) { char *p = 0; for (int n = 4; n < 6; n++) { char a[n]; if (!p) p = a; a[0] = 1; }
    return *p; // here
}
