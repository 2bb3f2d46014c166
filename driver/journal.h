// driver/journal.h - what is left of a divided search, in a file (SQLite) or a database
// (PostgreSQL) that outlives the command; store.h.
//
// The items are those that are open or claimed as of the last commits of the workers, the counts
// are those of the same commits: one transaction has both. So whatever dies, the file has a state
// of the search from which it can go on. All functions but those that open take NULL, and do
// nothing then. What the store cannot do fails the transaction; journal_end says so.
#ifndef MC_DRIVER_JOURNAL_H
#define MC_DRIVER_JOURNAL_H

#include "options.h"
#include "program.h"
#include "runtime/session_work.h"
#include <stddef.h>
#include <sys/types.h>

struct journal;
struct noted;
struct store;

/// The journal of this search [own: journal_close]: a new file, or one that this search may go on
/// with. Else a usage error that names what differs, or who uses the file.
struct journal *journal_open(const char *path, const struct options *options,
                             const struct program *program);
void journal_close(struct journal *journal);

/// The words with which the search began, for who goes on with it.
struct journal_words {
  char **option; ///< 0-terminated
  char **program;
  char *folder;
  char *path; ///< of the program
  char *hash; ///< of its content, as text
};
struct journal_words journal_words(const char *path);

/// One that is there, to look into; what cannot be is a usage error. unused: nobody searches with
/// it.
struct journal *journal_open_old(const char *word);
struct journal *journal_open_unused(const char *word);
/// The process that uses a journal that is not shared; 0: none does.
pid_t journal_user(struct journal *journal);

//===- While it runs --------------------------------------------------------------------------===//

void journal_begin(struct journal *journal);
/// The row of the item. Items are read last row first.
int64_t journal_add(struct journal *journal, const void *item, size_t bytes);
void journal_remove(struct journal *journal, int64_t row);
void journal_count(struct journal *journal, const struct mc_work_counts *counts);
/// The traces that are to be made again, of this command; and those of all: false: they are none.
void journal_note(struct journal *journal, const struct noted *noted);
bool journal_noted(struct journal *journal, struct noted *noted);
/// Classes of samples, as hashes, beside all that were told before; and all come to `take`.
void journal_add_classes(struct journal *journal, const void *hashes, size_t bytes);
bool journal_classes(struct journal *journal,
                     bool (*take)(void *context, int64_t row, const void *hashes, size_t bytes),
                     void *context);
/// The search has been divided into these items, by a program with these files.
void journal_divide(struct journal *journal, const void *items, size_t bytes, const char *files);
/// NULL: all is written. Else why not [own: free]; nothing is.
char *journal_end(struct journal *journal);

/// Has the search been divided before?
bool journal_goes_on(struct journal *journal);
/// What differs between the search that was divided, and this one [own: free]; NULL: nothing.
char *journal_differs(struct journal *journal, const void *items, size_t bytes, const char *files);
/// The counts, which are the sum of those that come to `take`; and each item. `take`: false ends
/// that. false: the journal has something else.
bool journal_counts(struct journal *journal,
                    bool (*take)(void *context, const struct mc_work_counts *counts),
                    void *context);
bool journal_items(struct journal *journal,
                   bool (*take)(void *context, int64_t row, const void *item, size_t bytes),
                   void *context);
/// The search begins anew, and is not divided: nothing is kept of it. Not of one that is
/// shared.
void journal_forget(struct journal *journal);
/// Is something left to do?
bool journal_has_rest(struct journal *journal);
/// What there is to do about a journal of another search, as words.
const char *journal_anew(const struct journal *journal);
/// Of a journal that is shared: this command's lease is over, or the database is away.
bool journal_is_lost(const struct journal *journal);
/// Of one that is shared: this command has found something, which ends the search for all.
void journal_tell_finding(struct journal *journal, const char *kind, const void *trace,
                          size_t bytes);
/// What another one has found.
struct journal_finding {
  char *kind, *trace; ///< [own: free]; NULL: nothing
  size_t bytes;
};
struct journal_finding journal_finding(struct journal *journal);
struct store *journal_store(struct journal *journal);

#endif // MC_DRIVER_JOURNAL_H
