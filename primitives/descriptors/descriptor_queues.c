// primitives/descriptors/descriptor_queues.c - the bytes in pipes and sockets between threads of
// the program; see descriptors.c. A message is its length, then its bytes.
#include "descriptors.h"
#include <string.h>

enum { QUEUES = 2048, CHUNKS = 8192, CHUNK = 4096, NONE = 0xffff };

static struct queue {
  uint16_t first, last; // chunks
  uint16_t begin, end;  // of the bytes, in the first and in the last chunk
  uint32_t bytes;       // all that are there
  uint32_t messages;
  uint32_t memory; // that Linux counts for them
  uint16_t writer; // the first thread that has written, + 1
  bool has_others; // that have, too
} queue[QUEUES] MC_PER_TRACE_TABLE;
static uint16_t queues MC_PER_TRACE;

static unsigned char chunk[CHUNKS][CHUNK] MC_PER_TRACE_TABLE; // touched where used
static uint16_t next_of[CHUNKS] MC_PER_TRACE_TABLE, unused MC_PER_TRACE_SET = NONE,
                                                           chunks MC_PER_TRACE;

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
  if (q->bytes == 0)
    q->memory = 0;
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

void mc_queue_shorten(uint16_t number, size_t bytes) {
  struct queue *q = &queue[number];
  if (q->bytes > bytes)
    take(q, NULL, q->bytes - bytes, false);
}

bool mc_queue_has_writers(uint16_t number) {
  struct queue *q = &queue[number];
  const uint16_t self = (uint16_t)(mc_self() + 1);
  if (!q->writer)
    q->writer = self;
  q->has_others |= q->writer != self;
  return q->has_others;
}

//===- Memory ---------------------------------------------------------------------------------===//

/// As Linux counts it (truesize) for what is written at once: a buffer of a power of two with 320
/// bytes behind, of which a stream has at most a page, whole pages for the rest, and 256 bytes.
static uint32_t memory_for(size_t bytes, bool is_message) {
  enum { HEAD = 256, TAIL = 320, LEAST = 512, PAGE = 4096, MOST_IN_PAGES = 17 * PAGE };
  const size_t most = (is_message ? 4 * PAGE : PAGE) - TAIL;
  size_t pages = bytes > most ? (bytes - most + PAGE - 1) / PAGE * PAGE : 0, buffer = LEAST;
  if (pages > MOST_IN_PAGES)
    pages = MOST_IN_PAGES;
  const size_t in_pages = pages < bytes ? pages : bytes;
  while (buffer < bytes - in_pages + TAIL)
    buffer *= 2;
  return (uint32_t)(HEAD + buffer + pages);
}

size_t mc_queue_memory(uint16_t number) { return queue[number].memory; }

void mc_queue_count_part(uint16_t number, size_t bytes) {
  queue[number].memory += memory_for(bytes, false);
}

void mc_warn_of_room(mc_object object, uint16_t number, const struct mc_site *site) {
  const struct mc_pipe_state *p = mc_object_state(object);
  if (p->type < MC_TYPE_STREAM || p->open[MC_READER] == 0 || !mc_pipe_is_writable(p))
    return;
  if (queue[number].memory > MC_SOCKET_ROOM / 4)
    mc_warn(p->type == MC_TYPE_STREAM ? MC_WARN_STREAM_ROOM : MC_WARN_MESSAGE_ROOM, site);
}

//===- Messages -------------------------------------------------------------------------------===//

void mc_queue_append_message(uint16_t number, const struct iovec *buffer, size_t bytes) {
  const uint32_t length = (uint32_t)bytes;
  append(&queue[number], (const unsigned char *)&length, sizeof length);
  mc_queue_append(number, buffer, 0, bytes);
  queue[number].messages++;
  queue[number].memory += memory_for(bytes, true);
}

size_t mc_queue_take_message(uint16_t number, const struct iovec *buffer, size_t room, bool peek) {
  struct queue copy = queue[number], *q = peek ? &copy : &queue[number];
  uint32_t length;
  take(q, (unsigned char *)&length, sizeof length, peek);
  const size_t bytes = room < length ? room : length;
  scatter(q, buffer, bytes, peek);
  q->memory -= memory_for(length, true);
  take(q, NULL, length - bytes, peek);
  q->messages--;
  return length;
}

struct mc_queue_size mc_queue_messages(uint16_t number) {
  struct queue copy = queue[number];
  uint32_t length = 0;
  if (copy.messages > 0)
    take(&copy, (unsigned char *)&length, sizeof length, true);
  const struct queue *q = &queue[number];
  return (struct mc_queue_size){length, q->bytes - q->messages * sizeof length};
}

void mc_queue_empty(uint16_t number) {
  take(&queue[number], NULL, queue[number].bytes, false);
  queue[number].messages = 0;
}
