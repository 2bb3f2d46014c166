// The thread pool of cthreadpool-dev, as Debian has it, compiled by the plugin: its races, and that its
// last worker unlocks a mutex which thpool_destroy has freed (docs/findings/cthreadpool.md).
// RUN: %mcmini-cc -g -O1 -I/usr/include/cthreadpool %s /usr/share/cthreadpool/thpool.c -o pool
// RUN: not %mcmini ./pool | FileCheck %s
// CHECK: data race: thpool_p->num_threads_alive: write at thpool.c:380 and read at thpool.c:228, which
// CHECK: What it can do: use after free: unlock of a mutex in freed memory
// CHECK: Finding {{[0-9]+}}: use after free: unlock of a mutex in freed memory: byte 16 of a chunk of 176 bytes
// CHECK: {{^}}  by thread 0.1 (thread_do)
// CHECK-NEXT: at thpool.c:381 pthread_mutex_unlock(&thpool_p->thcount_lock);
// CHECK: Freed by thread 0:
// CHECK-NEXT: thpool_destroy thpool.c:241 free(thpool_p);
#include <stddef.h>
#include <thpool.h>

static void job(void *argument) { (void)argument; }

int main(void) {
  threadpool pool = thpool_init(1);
  thpool_add_work(pool, job, NULL);
  thpool_wait(pool);
  thpool_destroy(pool);
  return 0;
}
