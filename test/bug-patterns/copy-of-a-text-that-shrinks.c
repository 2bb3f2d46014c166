// One buffer appends another, whose length it asks for first; it is cut before its characters are copied.
// After the string buffers of early Java libraries. RIGHT: the source stays locked from the length to the copy.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && not %mcmini --max-traces=10000 %t | FileCheck %s
// CHECK: mcmini: assertion failed
// RUN: %mcmini-cc -g -O1 -DRIGHT -I %S/../Inputs %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TWIN
// TWIN: mcmini: ok: nothing found
// TWIN: Every schedule of the program was explored.
#define _GNU_SOURCE // for initialisers of recursive mutexes
#include "threads.h"
#include <assert.h>
#include <string.h>

struct text {
  pthread_mutex_t lock; ///< recursive
  size_t length;
  char character[16];
};
static struct text source = {PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, 5, "abcde"};
static struct text target = {.lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};

static size_t length_of(struct text *text) {
  pthread_mutex_lock(&text->lock);
  const size_t length = text->length;
  pthread_mutex_unlock(&text->lock);
  return length;
}

static void copy(struct text *text, char *to, size_t length) {
  pthread_mutex_lock(&text->lock);
  assert(length <= text->length);
  memcpy(to, text->character, length);
  pthread_mutex_unlock(&text->lock);
}

static void *append(void *argument) {
  pthread_mutex_lock(&target.lock);
#ifdef RIGHT
  pthread_mutex_lock(&source.lock);
#endif
  const size_t length = length_of(&source);
  copy(&source, target.character + target.length, length);
#ifdef RIGHT
  pthread_mutex_unlock(&source.lock);
#endif
  target.length += length;
  pthread_mutex_unlock(&target.lock);
  return argument;
}

static void *cut(void *argument) {
  pthread_mutex_lock(&source.lock);
  source.length = 0;
  pthread_mutex_unlock(&source.lock);
  return argument;
}

int main(void) {
  in_threads(append, cut);
  return 0;
}
