// driver/store_postgresql.h - what the two files of a journal in a database share:
// store_postgresql.c, and store_postgresql_shared.c, for several commands at once.
#ifndef MC_DRIVER_STORE_POSTGRESQL_H
#define MC_DRIVER_STORE_POSTGRESQL_H

#include "postgresql.h"
#include "store.h"

struct database {
  struct store base;
  struct postgresql *connection;
  char *run;     ///< the schema
  int64_t self;  ///< of `worker`; 0: takes no part
  double lease;  ///< seconds
  uint32_t next; ///< row to be added
  int64_t waits; ///< for so many items
  bool is_in_transaction, has_begun, is_lost;
  struct pq_array removed, added, contents; ///< by the transaction
  void *counts, *noted;                     ///< of this command, by the transaction; or NULL
  size_t counts_size, noted_size;
};

struct pq_rows *database_run(struct database *d, const char *sql, const struct pq_value *values,
                             unsigned count);
/// Asks, or changes something at once.
#define RUN(d, sql, ...)                                                                           \
  database_run(d, sql, (const struct pq_value[]){__VA_ARGS__},                                     \
               sizeof((const struct pq_value[]){__VA_ARGS__}) / sizeof(struct pq_value))

/// Frees the rows; NULL: there are none.
void database_done(struct pq_rows *rows);
/// The first value of the first row; 0: there is none. Frees them.
int64_t database_integer(struct pq_rows *rows);
/// The transaction begins, if it has not.
void database_begin(struct database *d);
/// The rows' items.
bool database_take(struct database *d, struct pq_rows *rows, store_take *take, void *context);

extern const struct store_shared database_shared;

#endif // MC_DRIVER_STORE_POSTGRESQL_H
