// The queue of ffmpeg's threads (libavutil): an item, then the end. Without the end the reader waits for ever.
// Preloaded.
//
// RUN: %gcc -w -g -O1 %s -o right -pthread -lavutil
// RUN: %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: ok: nothing found
// RIGHT: {{^}}6 traces: 6 completed
// RUN: %gcc -DNOEND -w -g -O1 %s -o mutant.noend -pthread -lavutil
// RUN: not %mcmini ./mutant.noend | FileCheck --check-prefix=NOEND %s
// NOEND: deadlock: 1 thread waits
// REQUIRES: real, libavutil-dev
#include <assert.h>
#include <libavutil/threadmessage.h>
#include <libavutil/error.h>
#include <pthread.h>
static AVThreadMessageQueue *queue;
static void *sender(void *nothing) {
  int item = 7;
  av_thread_message_queue_send(queue, &item, 0);
#ifndef NOEND
  av_thread_message_queue_set_err_recv(queue, AVERROR_EOF);
#endif
  return 0;
}
int main(void) {
  pthread_t t;
  int item = 0;
  av_thread_message_queue_alloc(&queue, 1, sizeof item);
  pthread_create(&t, 0, sender, 0);
  assert(av_thread_message_queue_recv(queue, &item, 0) == 0 && item == 7);
  assert(av_thread_message_queue_recv(queue, &item, 0) == AVERROR_EOF);
  pthread_join(t, 0);
  av_thread_message_queue_free(&queue);
  return 0;
}
