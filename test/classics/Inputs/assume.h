// assume.h - in place of each waiting loop an assumption: its only turn is the one that ends it.
#include <mcmini/mcmini.h>

#define do
#define while(condition) mc_assume(!(condition))
