// Compiled with -fsanitize=thread; line 4 is a read and a write.
int count;

void increment(void) { count++; }
