// expect: which is no function
int data;
int main(void) { int (*f)(void) = (int (*)(void))&data;
    return f(); // here
}
