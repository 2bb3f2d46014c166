#ifndef COUNTER_H
#define COUNTER_H
/// One more; also with threads, it says.
void counter_add(void);
int counter_value(void);
#endif
