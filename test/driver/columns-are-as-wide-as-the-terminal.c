// On a terminal the schedule is as wide as that. Where it is narrow, texts are cut; then threads that do nothing but
// start and end share a column; then all do. Characters of two columns are counted as such.
// RUN: %mcmini-cc -g %s -o %t
// RUN: env NO_COLOR=1 python3 %S/Inputs/at_width.py 200 %mcmini -q --minimise=off --schedule=full %t > wide; FileCheck %s --check-prefix=WIDE --input-file=wide
// WIDE: step  thread 0 {{ *}}thread 0.1 {{ *}}thread 0.2 {{ *}}thread 0.3 {{ *}}thread 0.4 {{ *}}line of
// WIDE: {{^ *[0-9]+ *}}lock a_mutex_with_a_long_name {{.*}}pthread_mutex_lock(&a_mutex_with_a_long_name), order = order * 10 + *(int *)number, pthread_mu..

// RUN: env NO_COLOR=1 python3 %S/Inputs/at_width.py 120 %mcmini -q --minimise=off --schedule=full %t > cut; FileCheck %s --check-prefix=CUT --input-file=cut
// CUT: step  thread 0 {{ *}}thread 0.1 {{ *}}thread 0.2 {{ *}}thread 0.3 {{ *}}thread 0.4 {{ *}}line of
// CUT: lock a_mutex_with_a_long_n..
// RUN: env NO_COLOR=1 python3 %S/Inputs/at_width.py 90 %mcmini -q --minimise=off --schedule=full %t > fold; FileCheck %s --check-prefix=FOLD --input-file=fold
// FOLD: step  thread 0 {{ *}}thread 0.4 {{ *}}others {{ *}}line of
// FOLD: 0.2: start
// RUN: env NO_COLOR=1 python3 %S/Inputs/at_width.py 50 %mcmini -q --minimise=off --schedule=full %t > list; FileCheck %s --check-prefix=LIST --input-file=list
// LIST: step  thread  operation {{ *}}line of
// LIST: 0.2 {{ *}}start

// RUN: python3 %S/Inputs/check_width.py wide 200 cut 120 fold 90 list 50
#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 4 };
static pthread_mutex_t a_mutex_with_a_long_name = PTHREAD_MUTEX_INITIALIZER;
static int order; /* 並行処理 */

static void *works(void *number) {
  if (*(int *)number == 0)
    return NULL;
  /* 順序 */ pthread_mutex_lock(&a_mutex_with_a_long_name), order = order * 10 + *(int *)number, pthread_mutex_unlock(&a_mutex_with_a_long_name);
  abort();
}

int main(void) {
  static int numbers[THREADS] = {0, 0, 0, 1};
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, works, &numbers[i]);
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
