// proved: --property termination
char text[8] = "abcdefg";
int main(void) {
    const char *at;
    int length = 0;
    for (at = text; *at != 0; at++)
        length++;
    return length;
}
