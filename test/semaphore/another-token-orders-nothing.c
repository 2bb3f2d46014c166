// A wait is ordered after the post that made its token, and after no other. There are 64 kinds of message:
// - initial: the token is one of the 64 initial ones, the post makes token 64. They are independent: one schedule, and one
//   for the other order of the writes, which are steps once they race.
// - later: the wait takes token 0, the race lies before the post of token 64, of the same kind as token 0. They are taken to
//   be dependent: that post comes first, or the wait does and the writes have both orders.
// - made: the wait takes the token that is made behind the write.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini -k %t initial | FileCheck %s --check-prefixes=CHECK,INITIAL
// RUN: not %mcmini -k --algorithm=source %t initial | FileCheck %s --check-prefixes=CHECK,INITIAL
// RUN: not %mcmini -k --algorithm=dfs %t initial | FileCheck %s
// RUN: not %mcmini -k %t later | FileCheck %s --check-prefixes=CHECK,LATER
// RUN: not %mcmini -k --algorithm=source %t later | FileCheck %s --check-prefixes=CHECK,LATER
// CHECK: data race: x: write at
// INITIAL: {{^}}2 traces: 2 completed
// LATER: {{^}}3 traces: 3 completed
// RUN: %mcmini -k %t made | FileCheck %s --check-prefix=MADE
// MADE: mcmini: ok: nothing found
// MADE: {{^}}1 traces: 1 completed
// RUN: %mcmini --lint %t made
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
static sem_t s;
static int x;
static void *takes(void *a) {
  sem_wait(&s);
  x = 1;
  return a;
}
int main(int count, char **argument) {
  const char *how = argument[count - 1];
  pthread_t t;
  sem_init(&s, 0, strcmp(how, "initial") ? 0 : 64);
  pthread_create(&t, 0, takes, 0);
  for (int i = 0; !strcmp(how, "later") && i < 64; i++)
    sem_post(&s);
  x = 2;
  sem_post(&s);
  pthread_join(t, 0);
}
