// driver/postgresql.c - see postgresql.h.
#include "postgresql.h"
#include "diagnose.h"
#include <dlfcn.h>
#include <endian.h>
#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
  OID_BYTES = 17,
  OID_INTEGER = 20, // bigint
  OID_TEXT = 25,
  OID_REAL = 701, // double precision
  OID_BYTES_LIST = 1001,
  OID_INTEGERS = 1016,
  PATIENCE = 60000, ///< ms for an answer
  START = 20000,    ///< ms for a server that starts
  MOST_VALUES = 8,
};

#define CALLS(X)                                                                                   \
  X(PQclear)                                                                                       \
  X(PQconnectdb)                                                                                   \
  X(PQconsumeInput)                                                                                \
  X(PQerrorMessage)                                                                                \
  X(PQfinish)                                                                                      \
  X(PQflush)                                                                                       \
  X(PQftype)                                                                                       \
  X(PQgetResult)                                                                                   \
  X(PQgetisnull)                                                                                   \
  X(PQgetlength)                                                                                   \
  X(PQgetvalue)                                                                                    \
  X(PQisBusy)                                                                                      \
  X(PQntuples)                                                                                     \
  X(PQping)                                                                                        \
  X(PQreset)                                                                                       \
  X(PQresultErrorField)                                                                            \
  X(PQresultStatus)                                                                                \
  X(PQsendQueryParams)                                                                             \
  X(PQsetNoticeProcessor)                                                                          \
  X(PQsocket)                                                                                      \
  X(PQstatus)

static struct {
#define MEMBER(name) __typeof__(&name) name;
  CALLS(MEMBER)
#undef MEMBER
} pq;

struct postgresql {
  PGconn *connection;
  bool is_lost;
};

/// libpq; NULL: it is there. Else why not [own: free].
static char *load(void) {
  void *library = dlopen("libpq.so.5", RTLD_NOW);
  if (!library)
    return format_text("%s; PostgreSQL needs it (Debian: libpq5)", dlerror());
#define LOAD(name)                                                                                 \
  if (!(pq.name = (__typeof__(&name))dlsym(library, #name)))                                       \
    return format_text("%s", dlerror());
  CALLS(LOAD)
#undef LOAD
  return NULL;
}

//===- The connection -------------------------------------------------------------------------===//

static void say_nothing(void *nothing, const char *message) {
  (void)nothing;
  (void)message;
}

static int64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/// Without its end of line [own: free].
static char *message_of(const PGconn *connection) {
  char *text = format_text("%s", connection ? pq.PQerrorMessage(connection) : "no memory");
  for (size_t length = strlen(text); length && text[length - 1] == '\n';)
    text[--length] = 0;
  char *line = strrchr(text, '\n'); // the reason is the last one
  if (line)
    memmove(text, line + 1, strlen(line + 1) + 1);
  return text;
}

struct postgresql *postgresql_connect(const char *url, char **why) {
  if ((*why = load()))
    return NULL;
  PGconn *connection = pq.PQconnectdb(url);
  bool has_said = false;
  for (const int64_t until = now_ms() + START;
       pq.PQstatus(connection) != CONNECTION_OK && now_ms() < until;) {
    const PGPing answer = pq.PQping(url);
    if (answer != PQPING_REJECT && answer != PQPING_NO_RESPONSE)
      break;
    char *message = message_of(connection);
    if (!has_said)
      say_error("waiting for the database: %s", message);
    has_said = true;
    free(message);
    usleep(200000);
    pq.PQfinish(connection);
    connection = pq.PQconnectdb(url);
  }
  if (pq.PQstatus(connection) != CONNECTION_OK) {
    *why = message_of(connection);
    pq.PQfinish(connection);
    return NULL;
  }
  struct postgresql *made = allocate(sizeof *made);
  *made = (struct postgresql){connection, false};
  pq.PQsetNoticeProcessor(connection, say_nothing, NULL);
  return made;
}

void postgresql_close(struct postgresql *p) {
  pq.PQfinish(p->connection);
  free(p);
}

bool postgresql_again(struct postgresql *p) {
  pq.PQreset(p->connection);
  p->is_lost = pq.PQstatus(p->connection) != CONNECTION_OK;
  return !p->is_lost;
}

bool postgresql_is_lost(const struct postgresql *p) { return p->is_lost; }

//===- Values ---------------------------------------------------------------------------------===//

static void append(struct pq_array *a, const void *bytes, size_t size) {
  while (a->size + size > a->room) {
    const size_t room = a->room ? 2 * a->room : 256;
    char *larger = allocate(room);
    if (a->size)
      memcpy(larger, a->bytes, a->size);
    free(a->bytes);
    a->bytes = larger;
    a->room = room;
  }
  if (size)
    memcpy(a->bytes + a->size, bytes, size);
  a->size += size;
}

static void append_word(struct pq_array *a, uint32_t word) {
  const uint32_t big = htobe32(word);
  append(a, &big, sizeof big);
}

/// Dimensions, "has NULLs", type; length of the one dimension, its first index. Then the elements.
enum { ARRAY_HEAD = 20 };

static void begin_element(struct pq_array *a, size_t size) {
  static const char head[ARRAY_HEAD];
  if (!a->size)
    append(a, head, ARRAY_HEAD);
  append_word(a, (uint32_t)size);
  a->count++;
}

void pq_array_add_integer(struct pq_array *a, int64_t value) {
  const uint64_t big = htobe64((uint64_t)value);
  begin_element(a, sizeof big);
  append(a, &big, sizeof big);
}

void pq_array_add_bytes(struct pq_array *a, const void *bytes, size_t size) {
  a->is_bytes = true;
  begin_element(a, size);
  append(a, bytes, size);
}

struct pq_value pq_array_value(struct pq_array *a) {
  static const char head[ARRAY_HEAD];
  if (!a->size)
    append(a, head, ARRAY_HEAD);
  const uint32_t words[] = {htobe32(a->count > 0), 0,
                            htobe32(a->is_bytes ? OID_BYTES : OID_INTEGER), htobe32(a->count),
                            htobe32(1)};
  memcpy(a->bytes, words, sizeof words);
  return (struct pq_value){.type = a->is_bytes ? PQ_BYTES_LIST : PQ_INTEGERS,
                           .bytes = a->bytes,
                           .size = a->count ? a->size : ARRAY_HEAD - 8};
}

void pq_array_empty(struct pq_array *a) {
  free(a->bytes);
  *a = (struct pq_array){.is_bytes = a->is_bytes};
}

struct parameters {
  Oid type[MOST_VALUES];
  uint64_t number[MOST_VALUES];
  const char *value[MOST_VALUES];
  int length[MOST_VALUES], format[MOST_VALUES];
};

static void fill(struct parameters *to, unsigned i, const struct pq_value *from) {
  static const Oid types[] = {[PQ_NULL] = OID_BYTES,
                              [PQ_INTEGER] = OID_INTEGER,
                              [PQ_REAL] = OID_REAL,
                              [PQ_TEXT] = OID_TEXT,
                              [PQ_BYTES] = OID_BYTES,
                              [PQ_INTEGERS] = OID_INTEGERS,
                              [PQ_BYTES_LIST] = OID_BYTES_LIST};
  const bool is_number = from->type == PQ_INTEGER || from->type == PQ_REAL;
  if (from->type == PQ_INTEGER)
    to->number[i] = (uint64_t)from->integer;
  else if (from->type == PQ_REAL)
    memcpy(&to->number[i], &from->real, sizeof from->real);
  to->number[i] = htobe64(to->number[i]);
  to->type[i] = types[from->type];
  to->value[i] = from->type == PQ_NULL ? NULL
                 : is_number           ? (const char *)&to->number[i]
                 : from->bytes         ? from->bytes
                                       : "";
  to->length[i] = is_number               ? (int)sizeof to->number[i]
                  : from->type == PQ_TEXT ? (int)strlen(from->bytes)
                                          : (int)from->size;
  to->format[i] = 1;
}

//===- Statements -----------------------------------------------------------------------------===//

/// Until something can be read, or written where that is left to do.
static bool wait_for(PGconn *connection, bool writes, int64_t until) {
  struct pollfd socket = {.fd = pq.PQsocket(connection),
                          .events = (short)(POLLIN | (writes ? POLLOUT : 0))};
  const int64_t left = until - now_ms();
  return left > 0 && poll(&socket, 1, (int)left) != 0;
}

/// The last result; NULL: there is none, as the connection is lost, or the server does not answer.
static PGresult *receive(PGconn *connection) {
  const int64_t until = now_ms() + PATIENCE;
  for (int left; (left = pq.PQflush(connection)) != 0;)
    if (left < 0 || !wait_for(connection, true, until) || !pq.PQconsumeInput(connection))
      return NULL;
  PGresult *last = NULL;
  for (;;) {
    while (pq.PQisBusy(connection))
      if (!wait_for(connection, false, until) || !pq.PQconsumeInput(connection)) {
        pq.PQclear(last);
        return NULL;
      }
    PGresult *next = pq.PQgetResult(connection);
    if (!next)
      return last;
    pq.PQclear(last);
    last = next;
  }
}

struct pq_rows *postgresql_run(struct postgresql *p, const char *sql, const struct pq_value *values,
                               unsigned count, char **why) {
  struct parameters all = {0};
  for (unsigned i = 0; i < count; i++)
    fill(&all, i, &values[i]);
  PGresult *result = NULL;
  if (!p->is_lost && pq.PQsendQueryParams(p->connection, sql, (int)count, all.type, all.value,
                                          all.length, all.format, 1))
    result = receive(p->connection);
  const ExecStatusType status = result ? pq.PQresultStatus(result) : PGRES_FATAL_ERROR;
  if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK)
    return (struct pq_rows *)result;
  const char *message = result ? pq.PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
  *why = message ? format_text("%s", message) : message_of(p->connection);
  if (!**why) {
    free(*why);
    *why = format_text("the database does not answer");
  }
  p->is_lost |= !result || pq.PQstatus(p->connection) != CONNECTION_OK;
  pq.PQclear(result);
  return NULL;
}

//===- Rows -----------------------------------------------------------------------------------===//

static const PGresult *result_of(const struct pq_rows *rows) { return (const PGresult *)rows; }

unsigned pq_count(const struct pq_rows *rows) { return (unsigned)pq.PQntuples(result_of(rows)); }

const void *pq_get_bytes(const struct pq_rows *rows, unsigned row, unsigned column, size_t *size) {
  *size = (size_t)pq.PQgetlength(result_of(rows), (int)row, (int)column);
  return pq.PQgetvalue(result_of(rows), (int)row, (int)column);
}

int64_t pq_get_integer(const struct pq_rows *rows, unsigned row, unsigned column) {
  size_t size = 0;
  uint64_t value;
  const void *bytes = pq_get_bytes(rows, row, column, &size);
  if (size != sizeof value || pq.PQftype(result_of(rows), (int)column) != OID_INTEGER)
    return 0;
  memcpy(&value, bytes, sizeof value);
  return (int64_t)be64toh(value);
}

const char *pq_get_text(const struct pq_rows *rows, unsigned row, unsigned column) {
  size_t size = 0;
  return pq.PQftype(result_of(rows), (int)column) == OID_TEXT
             ? pq_get_bytes(rows, row, column, &size)
             : "";
}

void pq_free(struct pq_rows *rows) { pq.PQclear((PGresult *)rows); }
