int main(void) { return y; /* [2J]0;owned Â31m */ }
