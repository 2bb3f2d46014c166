// The second file of a program with two: its calls of mc_check are counted with those of the first.
#include <mcmini/test.h>
#include "bank.h"

static void reverse(void *unused) { (void)unused, run(back, forth); }
static void lost(void *unused) { (void)unused, run(back, hasty); }

struct mc_result check_reverse(void);
struct mc_result check_lost(void);

struct mc_result check_reverse(void) { return mc_check("", reverse, NULL); }
struct mc_result check_lost(void) { return mc_check("-k", lost, NULL); }
