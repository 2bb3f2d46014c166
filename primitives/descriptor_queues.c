// primitives/descriptor_queues.c - the bytes in pipes and sockets between threads of the program;
// see descriptors.c. A message is its length, then its bytes.
#include "descriptors.h"
#include <string.h>

enum { QUEUES = 2048, CHUNKS = 8192, CHUNK = 4096, NONE = 0xffff };

static struct queue {
  uint16_t first, last; // chunks
  uint16_t begin, end;  // of the bytes, in the first and in the last chunk
  uint32_t bytes;       // all that are there
  uint32_t messages;
} queue[QUEUES];
static uint16_t queues;

static unsigned char chunk[CHUNKS][CHUNK]; // touched where used
static uint16_t next_of[CHUNKS], unused = NONE, chunks;

uint16_t mc_queue_new(void) {
  if (queues == QUEUES) {
    mc_warn(MC_WARN_PIPE_LIMIT, NULL);
    return MC_NO_QUEUE;
  }
  queue[queues] = (struct queue){.first = NONE, .last = NONE};
  return queues++;
}

static uint16_t take_chunk(void) {
  uint16_t c = unused;
  if (c != NONE)
    unused = next_of[c];
  else if (chunks < CHUNKS)
    c = chunks++;
  else
    mc_misuse("more than 32 MB lie in pipes and sockets: McMini keeps no more", MC_NO_OBJECT, NULL);
  next_of[c] = NONE;
  return c;
}

static void give_chunk(uint16_t c) {
  next_of[c] = unused;
  unused = c;
}

static void append(struct queue *q, const unsigned char *data, size_t bytes) {
  q->bytes += (uint32_t)bytes;
  while (bytes > 0) {
    if (q->last == NONE || q->end == CHUNK) {
      const uint16_t c = take_chunk();
      if (q->last == NONE)
        q->first = c, q->begin = 0;
      else
        next_of[q->last] = c;
      q->last = c;
      q->end = 0;
    }
    const size_t room = (size_t)CHUNK - q->end, part = bytes < room ? bytes : room;
    memcpy(chunk[q->last] + q->end, data, part);
    q->end = (uint16_t)(q->end + part);
    data += part;
    bytes -= part;
  }
}

/// Without `data` they are lost. With `peek`, `q` is a copy of the queue, whose chunks stay.
static void take(struct queue *q, unsigned char *data, size_t bytes, bool peek) {
  q->bytes -= (uint32_t)bytes;
  while (bytes > 0) {
    const uint16_t c = q->first;
    const size_t there = (size_t)(c == q->last ? q->end : CHUNK) - q->begin;
    const size_t part = bytes < there ? bytes : there;
    if (data) {
      memcpy(data, chunk[c] + q->begin, part);
      data += part;
    }
    q->begin = (uint16_t)(q->begin + part);
    bytes -= part;
    if (part < there)
      continue;
    q->begin = 0;
    q->first = c == q->last ? NONE : next_of[c];
    if (q->first == NONE)
      q->last = NONE;
    if (!peek)
      give_chunk(c);
  }
}

void mc_queue_append(uint16_t number, const struct iovec *buffer, size_t skip, size_t bytes) {
  for (; bytes > 0; buffer++) {
    if (skip >= buffer->iov_len) {
      skip -= buffer->iov_len;
      continue;
    }
    const size_t there = buffer->iov_len - skip, part = bytes < there ? bytes : there;
    append(&queue[number], (const unsigned char *)buffer->iov_base + skip, part);
    skip = 0;
    bytes -= part;
  }
}

static void scatter(struct queue *q, const struct iovec *buffer, size_t bytes, bool peek) {
  for (; bytes > 0; buffer++) {
    const size_t part = bytes < buffer->iov_len ? bytes : buffer->iov_len;
    take(q, buffer->iov_base, part, peek);
    bytes -= part;
  }
}

void mc_queue_take(uint16_t number, const struct iovec *buffer, size_t bytes, bool peek) {
  struct queue copy = queue[number];
  scatter(peek ? &copy : &queue[number], buffer, bytes, peek);
}

//===- Messages -------------------------------------------------------------------------------===//

void mc_queue_append_message(uint16_t number, const struct iovec *buffer, size_t bytes) {
  const uint32_t length = (uint32_t)bytes;
  append(&queue[number], (const unsigned char *)&length, sizeof length);
  mc_queue_append(number, buffer, 0, bytes);
  queue[number].messages++;
}

size_t mc_queue_take_message(uint16_t number, const struct iovec *buffer, size_t room, bool peek) {
  struct queue copy = queue[number], *q = peek ? &copy : &queue[number];
  uint32_t length;
  take(q, (unsigned char *)&length, sizeof length, peek);
  const size_t bytes = room < length ? room : length;
  scatter(q, buffer, bytes, peek);
  take(q, NULL, length - bytes, peek);
  q->messages--;
  return length;
}

struct mc_queue_size mc_queue_messages(uint16_t number) {
  enum { OVERHEAD = 576, LEAST = 768 }; // of a message
  struct queue copy = queue[number];
  uint32_t length = 0;
  if (copy.messages > 0)
    take(&copy, (unsigned char *)&length, sizeof length, true);
  const struct queue *q = &queue[number];
  const size_t all = q->bytes - q->messages * sizeof length, memory = all + OVERHEAD * q->messages;
  return (struct mc_queue_size){
      length, all, memory > (size_t)LEAST * q->messages ? memory : (size_t)LEAST * q->messages};
}

void mc_queue_empty(uint16_t number) {
  take(&queue[number], NULL, queue[number].bytes, false);
  queue[number].messages = 0;
}
