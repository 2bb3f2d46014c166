// What a program tells of synchronisation that nobody sees has its other order, too. Two threads write x:
// one before it gives, the other behind what takes. The first trace has no race, as the first thread gives
// first; the second order has one. With a flag that both look at, as locks have one, there is no race.
// Readers of a lock that is told of take nothing from each other: of two that write there is a race, though one
// is always first.
// RUN: %mcmini-cc --from-tsan -O1 %s -o %t && %mcmini-cc --from-tsan=%clang -O1 %s -o %t.clang
// RUN: sh -c 'for p in %t %t.clang; do for a in optimal source dpor dfs; do for c in annotation release mutex reader-after-writer; do \
// RUN:   not %mcmini -k --algorithm=$a $p $c | FileCheck %s --check-prefix=RACE || exit 1; done; done; done'
// RACE: data race: x: write at {{.*}} and write at
// RACE: {{^}}Every schedule of the program was explored.
// RUN: not %mcmini -k %t readers | FileCheck %s --check-prefix=RACE
// RUN: %mcmini -k %t flag | FileCheck %s --check-prefix=OK
// RUN: %mcmini -k %t writer-then-reader | FileCheck %s --check-prefix=OK
// OK: mcmini: ok: nothing found
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

void AnnotateHappensBefore(const char *file, int line, const volatile void *address);
void AnnotateHappensAfter(const char *file, int line, const volatile void *address);
void __tsan_acquire(void *address);
void __tsan_release(void *address);
void __tsan_mutex_pre_lock(void *mutex, unsigned flags);
void __tsan_mutex_post_lock(void *mutex, unsigned flags, int recursion);
int __tsan_mutex_pre_unlock(void *mutex, unsigned flags);
enum { WRITER = 0, READER = 1 << 3 };

int x;
static long place;
static atomic_bool done;

static void lock(unsigned flags) {
  __tsan_mutex_pre_lock(&place, flags);
  __tsan_mutex_post_lock(&place, flags, 1);
}

static void unlock(unsigned flags) { __tsan_mutex_pre_unlock(&place, flags); }

static void give_annotation(void) {
  x = 1;
  AnnotateHappensBefore(__FILE__, __LINE__, &place);
}

static void take_annotation(void) {
  AnnotateHappensAfter(__FILE__, __LINE__, &place);
  x = 2;
}

static void give_release(void) {
  x = 1;
  __tsan_release(&place);
}

static void take_release(void) {
  __tsan_acquire(&place);
  x = 2;
}

static void give_mutex(void) {
  x = 1;
  lock(WRITER);
  unlock(WRITER);
}

static void take_mutex(void) {
  lock(WRITER);
  x = 2;
  unlock(WRITER);
}

static void take_as_reader(void) {
  lock(READER);
  x = 2;
  unlock(READER);
}

/// The flag orders the threads and no memory.
static void set(unsigned flags) {
  lock(flags);
  x = 1;
  unlock(flags);
  atomic_store_explicit(&done, true, memory_order_relaxed);
}

static void set_as_writer(void) { set(WRITER); }
static void set_as_reader(void) { set(READER); }

static void look(void) {
  if (atomic_load_explicit(&done, memory_order_relaxed))
    take_as_reader();
}

static void set_flag(void) {
  give_annotation();
  atomic_store_explicit(&done, true, memory_order_relaxed);
}

static void look_at_flag(void) {
  if (atomic_load_explicit(&done, memory_order_relaxed))
    take_annotation();
}

static const struct {
  const char *name;
  void (*run[2])(void);
} cases[] = {{"annotation", {give_annotation, take_annotation}},
             {"release", {give_release, take_release}},
             {"mutex", {give_mutex, take_mutex}},
             {"reader-after-writer", {give_mutex, take_as_reader}},
             {"readers", {set_as_reader, look}},
             {"writer-then-reader", {set_as_writer, look}},
             {"flag", {set_flag, look_at_flag}}};

static void *run(void *function) {
  (*(void (*const *)(void))function)();
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t thread[2];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    if (strcmp(cases[i].name, argv[argc - 1]) == 0) {
      for (int t = 0; t < 2; t++)
        pthread_create(&thread[t], NULL, run, (void *)&cases[i].run[t]);
      for (int t = 0; t < 2; t++)
        pthread_join(thread[t], NULL);
      return 0;
    }
  return 9;
}
