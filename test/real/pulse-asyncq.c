// PulseAudio's pa_asyncq (the source of pulseaudio, compiled by the plugin): one thread pushes, one pops, who sleeps
// at an eventfd. Where the push does not wake him, he waits for ever.
//
// RUN: echo '#define PACKAGE "pulseaudio"' > config.h && echo '#define HAVE_PTHREAD 1' >> config.h && echo '#define HAVE_SYS_EVENTFD_H 1' >> config.h
// RUN: echo '#define HAVE_ATOMIC_BUILTINS 1' >> config.h && echo '#define HAVE_ATOMIC_BUILTINS_MEMORY_MODEL 1' >> config.h && echo '#define HAVE_STD_BOOL 1' >> config.h
// RUN: sed 's/pa_fdsem_post(l->write_fdsem);//' %sources/pulseaudio/src/pulsecore/asyncq.c > mutant.c
// RUN: echo '-lpulse -L/usr/lib/x86_64-linux-gnu/pulseaudio -lpulsecommon-16.1 -Wl,-rpath,/usr/lib/x86_64-linux-gnu/pulseaudio' > libraries
// RUN: %mcmini-cc -w -g -O1 -D_GNU_SOURCE -DHAVE_CONFIG_H -I. -I%sources/pulseaudio/src %s %sources/pulseaudio/src/pulsecore/asyncq.c %sources/pulseaudio/src/pulsecore/fdsem.c %sources/pulseaudio/src/pulsecore/flist.c -o right @libraries
// RUN: %mcmini -k ./right | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: {{^}}6 traces: 6 completed
// RUN: %mcmini-cc -w -g -O1 -D_GNU_SOURCE -DHAVE_CONFIG_H -I. -I%sources/pulseaudio/src -I%sources/pulseaudio/src/pulsecore %s mutant.c %sources/pulseaudio/src/pulsecore/fdsem.c %sources/pulseaudio/src/pulsecore/flist.c -o mutant @libraries
// RUN: not %mcmini -k ./mutant | FileCheck --check-prefix=MUTANT %s
// MUTANT: deadlock: 1 thread waits
// REQUIRES: real, source-pulseaudio, libpulse-dev
#include <config.h>
#include <assert.h>
#include <pthread.h>
#include <pulsecore/asyncq.h>
static pa_asyncq *queue;
static int item;
static void *push(void *nothing) {
  item = 1;
  pa_asyncq_push(queue, &item, 1);
  return 0;
}
int main(void) {
  pthread_t t;
  queue = pa_asyncq_new(1);
  pthread_create(&t, 0, push, 0);
  int *got = pa_asyncq_pop(queue, 1);
  assert(*got == 1);
  pthread_join(t, 0);
  pa_asyncq_free(queue, 0);
  return 0;
}
