// driver/store.h - the database that has a journal: store_sqlite.c, store_postgresql.c.
//
// It has facts by name (of the run), items, and counts. What the journal means by them is in
// journal.c. What fails is kept in `fault`, and ends nothing: end() tells.
#ifndef MC_DRIVER_STORE_H
#define MC_DRIVER_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct store {
  const struct store_does *does;
  char *name;  ///< as people may see it: without a password
  char *fault; ///< why the transaction has failed; or NULL
};

typedef bool store_take(void *context, int64_t row, const void *bytes, size_t size);

struct store_does {
  /// What this kind of store has goes; see store_close.
  void (*close)(struct store *);
  /// A transaction: what is changed from begin to end is changed as a whole. end: with a fault
  /// nothing is.
  void (*begin)(struct store *);
  void (*end)(struct store *);
  void (*make_tables)(struct store *);

  void (*set)(struct store *, const char *name, const void *value, size_t bytes);
  /// With a 0 behind it [own: free]; NULL: there is none.
  char *(*get)(struct store *, const char *name, size_t *bytes);
  void (*unset)(struct store *, const char *name);
  /// Sets it where there is none, or one that is greater, by its bytes.
  void (*lower)(struct store *, const char *name, const void *value, size_t bytes);

  /// The row of the item.
  int64_t (*add)(struct store *, const void *item, size_t bytes);
  void (*remove)(struct store *, int64_t row);
  void (*clear)(struct store *);     ///< no items, and no classes
  uint64_t (*items)(struct store *); ///< how many, which takes long where they are many
  bool (*has_items)(struct store *);
  /// Each item, last row first; `take`: false ends that, and is returned.
  bool (*each_item)(struct store *, store_take *take, void *context);

  /// What this command has counted. All counts are the sum of what each_count gives.
  void (*count)(struct store *, const void *counts, size_t bytes);
  bool (*each_count)(struct store *, store_take *take, void *context);
  /// The same of the traces that this command has noted.
  void (*note)(struct store *, const void *traces, size_t bytes);
  bool (*each_noted)(struct store *, store_take *take, void *context);

  /// Classes of samples, as hashes, beside all that were told before; and all, in parts. Some may
  /// be there twice.
  void (*add_classes)(struct store *, const void *hashes, size_t bytes);
  bool (*each_classes)(struct store *, store_take *take, void *context);

  /// Of one that several commands use at once; NULL: it is not.
  const struct store_shared *shared;
};

/// What is put together: `add` what was counted, `bytes` long; `note` what was noted. `noted`
/// writes all of that, up to `room`; or nothing, where it is more, and returns how much it is.
struct store_sum {
  void *counts;
  size_t bytes, room;
  void (*add)(void *counts, const void *of);
  void *traces;
  bool (*note)(void *traces, const void *of, size_t bytes);
  size_t (*noted)(const void *traces, void *to, size_t room);
};

/// Commands that use a store at once. Each has a lease: what it does renews it. When that is over
/// its items are open to others; what it does from then on fails, and `is_lost`.
struct store_shared {
  /// From now on this command is one of them. `lease`: in seconds.
  void (*join)(struct store *, double lease);
  /// Claims up to so many items that are open; each comes to `take`. How many; 0: it waits for
  /// `most` of them.
  unsigned (*claim)(struct store *, unsigned most, store_take *take, void *context);
  /// These items, which this command has claimed, are open.
  void (*release)(struct store *, const int64_t *row, unsigned rows);
  /// Renews the lease. How many items others wait for.
  unsigned (*renew)(struct store *);
  /// What those had claimed whose leases are over is open.
  void (*reclaim)(struct store *);
  /// What those have counted and noted who are gone becomes one row, where they are many.
  void (*fold)(struct store *, const struct store_sum *sum);
  /// Is no item left, open or claimed, and has nobody ended the search?
  bool (*is_empty)(struct store *);
  bool (*is_lost)(const struct store *);
  /// So many commands take part; with a line for each [own: free].
  unsigned (*members)(struct store *, char **list);
};

/// What fails first is what is told. Takes `why` [own: free].
void store_fail(struct store *store, char *why);

/// The item with a hash of it and of its row behind it [own: free]: where others can write, what is
/// damaged is told. is_sealed: that is so; `*size` is then the item's.
char *store_seal(int64_t row, const void *item, size_t bytes, size_t *size);
bool store_is_sealed(int64_t row, const void *content, size_t *size);

/// NULL: it cannot be opened, and `*why` says why [own: free].
struct store *store_sqlite_open(const char *path, bool makes, char **why);
struct store *store_postgresql_open(const char *url, char **why);

/// The word names a database of PostgreSQL, and no file.
bool store_is_url(const char *word);
/// It opens; what does not is a usage error.
struct store *store_open(const char *word, bool makes);
void store_close(struct store *store);
/// The word, for people [own: free]: without a password.
char *store_name(const char *word);

/// Of postgresql://HOST/DATABASE/RUN the last part, which goes from the URL [own: free]; "mcmini"
/// where there is none; NULL: it is no name.
char *store_take_run(char *url);

#endif // MC_DRIVER_STORE_H
