// A header that one may not edit: it knows nothing of McMini.
#include <stdbool.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif
struct counter;
int64_t counter_add(struct counter *counter, int value, bool negative);
unsigned char counter_take(struct counter *counter);
struct counter *counter_next(struct counter *counter);
#ifdef __cplusplus
}
#endif
