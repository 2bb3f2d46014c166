// driver/postgresql.h - a connection to a database, through libpq, which is loaded when it is asked
// for: who has no database need not have it.
//
// TLS, passwords, service and pass files are as libpq has them. Integers and bytes cross in binary.
#ifndef MC_DRIVER_POSTGRESQL_H
#define MC_DRIVER_POSTGRESQL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct postgresql;
struct pq_rows; ///< what a statement gave

/// NULL: no connection, and `*why` says why [own: free]. A server that starts is waited for.
struct postgresql *postgresql_connect(const char *url, char **why);
void postgresql_close(struct postgresql *);
/// Once more, after it was lost.
bool postgresql_again(struct postgresql *);
/// The server does not answer any more.
bool postgresql_is_lost(const struct postgresql *);

struct pq_value {
  enum pq_type { PQ_NULL, PQ_INTEGER, PQ_REAL, PQ_TEXT, PQ_BYTES, PQ_INTEGERS, PQ_BYTES_LIST } type;
  int64_t integer;
  double real;
  const void *bytes; ///< of PQ_TEXT with a 0 behind it; of an array its body: see pq_array
  size_t size;
};

/// An array for a statement, in the making.
struct pq_array {
  char *bytes;
  size_t size, room;
  uint32_t count;
  bool is_bytes;
};
void pq_array_add_integer(struct pq_array *, int64_t);
void pq_array_add_bytes(struct pq_array *, const void *, size_t);
struct pq_value pq_array_value(struct pq_array *);
void pq_array_empty(struct pq_array *);

#define pq_integer(value) ((struct pq_value){.type = PQ_INTEGER, .integer = (value)})
#define pq_real(value) ((struct pq_value){.type = PQ_REAL, .real = (value)})
#define pq_text(value) ((struct pq_value){.type = PQ_TEXT, .bytes = (value)})
#define pq_bytes(value, length)                                                                    \
  ((struct pq_value){.type = PQ_BYTES, .bytes = (value), .size = (length)})

/// Runs the statement with values for $1, $2, ... [own: pq_free]; NULL: it failed, and `*why` says
/// why [own: free].
struct pq_rows *postgresql_run(struct postgresql *, const char *sql, const struct pq_value *values,
                               unsigned count, char **why);
unsigned pq_count(const struct pq_rows *);
/// 0 or "" where the value is of another type: what comes from a database is believed nothing.
int64_t pq_get_integer(const struct pq_rows *, unsigned row, unsigned column);
const char *pq_get_text(const struct pq_rows *, unsigned row, unsigned column); ///< [lend: rows]
const void *pq_get_bytes(const struct pq_rows *, unsigned row, unsigned column, size_t *size);
void pq_free(struct pq_rows *);

#endif // MC_DRIVER_POSTGRESQL_H
