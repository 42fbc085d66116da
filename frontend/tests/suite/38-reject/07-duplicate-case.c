// stage: reject; models: lp64, ilp32
// Two cases with one value after conversion.
int main(void) {
    unsigned char c = 1;
    switch (c + 0) {
    case 1: return 1;
    case 'b' - 'a': return 2;
    }
    return 0;
}
