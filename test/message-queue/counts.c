// The classes of small programs with a message queue, by hand. Each trace begins without the queue
// that the one before has left: O_EXCL succeeds in all.
//
// Two sends into a queue with room are ordered (2). A send and a receive that waits: one order, as
// the receive has to come behind (1). Two senders of one message each and a receiver of both: the
// sends are ordered (2), and the first receive comes before or behind the second send (2 each): 4.
// With another priority for each, the receiver gets the urgent one first where both are there; the
// orders are the same. Two sends into a queue of one message, and the receiver: the first send is
// either's, and the second must come behind the first receive: 2. A receive that does not wait, and
// a send: 2. A timed receive and a send: before it, or behind: 2. A close by another thread of what is
// sent to: 2 (EBADF in one). Names: mq_unlink and mq_open without O_CREAT: 2.
//
// A run of each without plugin, preloaded, has the same.
//
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: %gcc -g -O1 -w %s -o %t-plain -lpthread
// RUN: %mcmini-cc --from-tsan -g -O1 -w %s -o %t-tsan
// RUN: python3 %S/Inputs/count.py %mcmini %t %t-plain %t-tsan | FileCheck %s
// CHECK: sends 2 2 2
// CHECK-NEXT: waits 1 1 1
// CHECK-NEXT: both 4 4 4
// CHECK-NEXT: urgent 4 4 4
// CHECK-NEXT: full 2 2 2
// CHECK-NEXT: nonblocking 2 2 2
// CHECK-NEXT: timed 2 2 2
// CHECK-NEXT: closed 2 2 2
// CHECK-NEXT: names 2 2 2
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

static mqd_t queue;
static const char *name = "/mcmini-counts";

static mqd_t make(long most, int flags) {
  struct mq_attr attributes = {.mq_maxmsg = most, .mq_msgsize = 8};
  const mqd_t made = mq_open(name, O_RDWR | O_CREAT | O_EXCL | flags, 0600, &attributes);
  assert(made >= 0);
  return made;
}

static void send_one(char letter, unsigned priority) {
  assert(mq_send(queue, &letter, 1, priority) == 0);
}

static char receive(void) {
  char data[8];
  assert(mq_receive(queue, data, sizeof data, NULL) == 1);
  return data[0];
}

static void *sends_a(void *argument) {
  send_one('a', 0);
  return argument;
}

static void *sends_b(void *argument) {
  send_one('b', 0);
  return argument;
}

static void *sends_urgent(void *argument) {
  send_one('b', 7);
  return argument;
}

static void *receives(void *argument) {
  assert(receive() == 'a');
  return argument;
}

static void *receives_both(void *argument) {
  const char first = receive(), second = receive();
  assert(first + second == 'a' + 'b');
  return argument;
}

static void *tries(void *argument) {
  char data[8];
  assert(mq_receive(queue, data, sizeof data, NULL) == 1 || errno == EAGAIN);
  return argument;
}

static void *waits_a_while(void *argument) {
  struct timespec deadline;
  char data[8];
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 10;
  assert(mq_timedreceive(queue, data, sizeof data, NULL, &deadline) == 1 || errno == ETIMEDOUT);
  return argument;
}

static void *sends_or_is_late(void *argument) {
  assert(mq_send(queue, "a", 1, 0) == 0 || errno == EBADF);
  return argument;
}

static void *closes(void *argument) {
  assert(mq_close(queue) == 0);
  return argument;
}

static void *unlinks(void *argument) {
  assert(mq_unlink(name) == 0);
  return argument;
}

static void *opens(void *argument) {
  assert(mq_open(name, O_RDONLY) >= 0 || errno == ENOENT);
  return argument;
}

typedef void *body(void *);
static const struct program {
  const char *name;
  long most;
  int flags;
  body *body[3];
} programs[] = {{"sends", 2, 0, {sends_a, sends_b}},
                {"waits", 2, 0, {sends_a, receives}},
                {"both", 2, 0, {sends_a, sends_b, receives_both}},
                {"urgent", 2, 0, {sends_a, sends_urgent, receives_both}},
                {"full", 1, 0, {sends_a, sends_b, receives_both}},
                {"nonblocking", 2, O_NONBLOCK, {sends_a, tries}},
                {"timed", 2, 0, {sends_a, waits_a_while}},
                {"closed", 2, 0, {closes, sends_or_is_late}},
                {"names", 2, 0, {unlinks, opens}}};

int main(int count, char **argument) {
  const struct program *p = programs;
  pthread_t thread[3];
  while (strcmp(p->name, argument[count - 1]) != 0)
    p++;
  queue = make(p->most, p->flags);
  for (int i = 0; i < 3 && p->body[i]; i++)
    pthread_create(&thread[i], NULL, p->body[i], NULL);
  for (int i = 0; i < 3 && p->body[i]; i++)
    pthread_join(thread[i], NULL);
}
