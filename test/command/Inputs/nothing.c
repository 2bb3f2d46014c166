// Has one trace, in which nothing happens.
int main(void) { return 0; }
