// A thread ends while another deletes the key of its value: the destructor runs, or does not. Where it has several
// destructors, the deletion may come between two of them, which is not explored.
// RUN: %mcmini-cc -g %s -o %t && %mcmini --output=all %t > %t.text && sort -u %t.text | FileCheck %s
// RUN: %mcmini --output=all %t c11 > %t.text && sort -u %t.text | FileCheck %s
// RUN: %mcmini --output=all %t later > %t.text && sort -u %t.text | FileCheck %s
// RUN: not %mcmini %t several | FileCheck --check-prefix=SEVERAL %s
// CHECK: {{^}}2 traces: 2 completed
// CHECK: Every schedule of the program was explored.
// CHECK: destroyed: 0
// CHECK: destroyed: 1
// SEVERAL: Not every schedule of the program was explored: other orders of what threads do by pthread_key_delete
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>
#include <threads.h>
#include <unistd.h>

static pthread_key_t key, other;
static tss_t c11_key;
static sem_t given;
static int destroyed;
static const char *kind = "";

static void destroy(void *value) { destroyed += value != NULL; }

static void *gives(void *value) {
  if (!strcmp(kind, "c11"))
    tss_set(c11_key, value);
  else
    pthread_setspecific(key, value);
  if (!strcmp(kind, "several"))
    pthread_setspecific(other, value);
  sem_post(&given);
  if (!strcmp(kind, "later")) // the first schedule has the deletion first
    usleep(1000);
  return value;
}

int main(int count, char **argument) {
  pthread_t thread;
  if (count > 1)
    kind = argument[1];
  sem_init(&given, 0, 0);
  pthread_key_create(&key, destroy);
  pthread_key_create(&other, destroy);
  tss_create(&c11_key, destroy);
  pthread_create(&thread, NULL, gives, &thread);
  sem_wait(&given);
  if (!strcmp(kind, "c11"))
    tss_delete(c11_key);
  else
    pthread_key_delete(key);
  pthread_join(thread, NULL);
  printf("destroyed: %d\n", destroyed);
  return 0;
}
