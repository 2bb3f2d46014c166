// A queue of librdkafka: who polls it is woken by another thread. A bound. Woken early, it finds nothing. Preloaded.
//
// RUN: %gcc -w -g -O1 %s -o right -pthread -lrdkafka
// RUN: not %mcmini -k --max-traces=100 ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found, but atomics in code of libcrypto.so.3 that could not be decoded
// RIGHT: {{^}}100 traces: 100 completed
// RUN: %gcc -DEARLY -w -g -O1 %s -o mutant.early -pthread -lrdkafka
// RUN: not %mcmini --max-traces=100 ./mutant.early | FileCheck --check-prefix=EARLY %s
// EARLY: assertion failed
// REQUIRES: real, librdkafka-dev
#include <assert.h>
#include <librdkafka/rdkafka.h>
#include <pthread.h>
#include <stdatomic.h>
static rd_kafka_queue_t *queue;
static atomic_int ready;
static void *wake(void *nothing) {
#ifdef EARLY
  rd_kafka_queue_yield(queue);
  ready = 1;
#else
  ready = 1;
  rd_kafka_queue_yield(queue);
#endif
  return 0;
}
int main(void) {
  char error[200];
  pthread_t t;
  rd_kafka_conf_t *conf = rd_kafka_conf_new();
  rd_kafka_t *k = rd_kafka_new(RD_KAFKA_PRODUCER, conf, error, sizeof error);
  assert(k);
  queue = rd_kafka_queue_new(k);
  pthread_create(&t, 0, wake, 0);
  rd_kafka_event_t *e = rd_kafka_queue_poll(queue, -1);
  assert(!e && ready);
  pthread_join(t, 0);
  rd_kafka_queue_destroy(queue);
  rd_kafka_destroy(k);
  return 0;
}
