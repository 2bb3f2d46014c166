// g_once_init_enter and g_once: by the plugin, whose inline part is seen, 4 traces: who runs the initialisation, and whether the
// other one looks before or behind it. Preloaded the look is not seen, which is said. g_bit_lock is a lock of one bit of a word, whose
// others stay: 2 traces of two threads, 3 where one tries, and one that is never given back is a finding.
// RUN: pkg-config --cflags --libs glib-2.0 > %t.flags
// RUN: %gcc -g %s -o %t.glib @%t.flags && %mcmini-cc -g %s -o %t.plugin @%t.flags
// RUN: %mcmini %t.plugin init init | FileCheck %s --check-prefix=FOUR
// RUN: %mcmini %t.plugin once once | FileCheck %s --check-prefix=FOUR
// FOUR: {{^}}4 traces: 4 completed
// RUN: not %mcmini %t.glib init init | FileCheck %s --check-prefix=UNSEEN
// RUN: not %mcmini %t.glib once once | FileCheck %s --check-prefix=UNSEEN
// UNSEEN: mcmini: incomplete: nothing found, but in which order threads that are not instrumented come to a GOnce
// RUN: %mcmini %t.plugin bit bit | FileCheck %s --check-prefix=TWO
// RUN: %mcmini %t.glib bit bit | FileCheck %s --check-prefix=TWO
// TWO: {{^}}2 traces: 2 completed
// RUN: %mcmini %t.plugin try bit | FileCheck %s --check-prefix=THREE
// RUN: %mcmini %t.glib try bit | FileCheck %s --check-prefix=THREE
// THREE: {{^}}3 traces: 3 completed
// RUN: not %mcmini -k %t.plugin keep keep | FileCheck %s --check-prefix=KEEP
// RUN: not %mcmini -k %t.glib keep keep | FileCheck %s --check-prefix=KEEP
// KEEP: mcmini: deadlock
// KEEP: {{^}}2 traces: 0 completed, 2 deadlocked, 0 failed
#include <glib.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int made, number;
static gsize ready;
static GOnce once = G_ONCE_INIT;
static gint word = 6;

static gpointer make(gpointer argument) {
  made++;
  return argument;
}

static void *init(void *argument) {
  if (g_once_init_enter(&ready)) {
    make(argument);
    g_once_init_leave(&ready, 5);
  }
  if (made != 1 || ready != 5)
    abort();
  return argument;
}

static void *by_function(void *argument) {
  if (g_once(&once, make, &made) != &made || made != 1)
    abort();
  return argument;
}

static void *bit(void *argument) {
  g_bit_lock(&word, 4);
  number++;
  g_bit_unlock(&word, 4);
  return argument;
}

static void *try_bit(void *argument) {
  if (g_bit_trylock(&word, 4)) {
    number++;
    g_bit_unlock(&word, 4);
  }
  return argument;
}

static void *keep_bit(void *argument) {
  g_bit_lock(&word, 4);
  return argument;
}

static const struct {
  const char *name;
  void *(*function)(void *);
} threads[] = {{"init", init}, {"once", by_function}, {"bit", bit}, {"try", try_bit}, {"keep", keep_bit}};

int main(int count, char **name) {
  pthread_t thread[2];
  for (int i = 1; i < count; i++)
    for (unsigned k = 0; k < sizeof threads / sizeof *threads; k++)
      if (!strcmp(name[i], threads[k].name))
        pthread_create(&thread[i - 1], NULL, threads[k].function, NULL);
  for (int i = 1; i < count; i++)
    pthread_join(thread[i - 1], NULL);
  if (word != 6)
    abort();
  return 0;
}
