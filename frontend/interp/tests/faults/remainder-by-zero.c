// expect: division by zero
int main(void) { volatile unsigned z = 0;
    return 5u % z; // here
}
