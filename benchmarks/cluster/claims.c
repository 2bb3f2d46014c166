// claims.c - what a claim and a commit cost in a database with many open items, by the statements
// of driver/store_postgresql.c themselves.
//
//   claims URL ITEMS CONNECTIONS SECONDS
//
// Items above 0: they are made. 0: each connection claims an item every 20 ms, and commits another
// one in its place.
#include "driver/store.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { EVERY_US = 20000, BYTES = 400, MOST = 100000 };

struct times {
  unsigned count;
  double of[MOST];
};

char *format_text(const char *format, ...) {
  char *text = NULL;
  va_list list;
  va_start(list, format);
  if (vasprintf(&text, format, list) < 0)
    abort();
  va_end(list);
  return text;
}
void *allocate(unsigned long bytes) { return calloc(1, bytes ? bytes : 1); }
char *facts_on_one_line(const char *text) { return strdup(text); }
void say_error(const char *format, ...) { fprintf(stderr, "claims: %s\n", format); }
_Noreturn void usage_error(const char *format, ...) {
  fprintf(stderr, "claims: %s\n", format);
  exit(2);
}

static double now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static struct store *open_store(const char *url) {
  char *why = NULL;
  struct store *store = store_postgresql_open(url, &why);
  if (!store) {
    fprintf(stderr, "claims: %s\n", why);
    exit(2);
  }
  return store;
}

static void check(struct store *store) {
  if (store->fault) {
    fprintf(stderr, "claims: %s\n", store->fault);
    exit(1);
  }
}

static void fill(const char *url, unsigned items) {
  static char item[BYTES];
  struct store *store = open_store(url);
  store->does->begin(store);
  store->does->make_tables(store);
  store->does->shared->join(store, 600);
  store->does->end(store);
  for (unsigned done = 0; done < items;) {
    store->does->begin(store);
    for (unsigned i = 0; i < 10000 && done < items; i++, done++) {
      memcpy(item, &done, sizeof done);
      store->does->add(store, item, sizeof item);
    }
    store->does->end(store);
    check(store);
  }
  store_close(store);
}

static int64_t claimed;

static bool take(void *context, int64_t row, const void *item, size_t bytes) {
  (void)context, (void)item, (void)bytes;
  claimed = row;
  return true;
}

static void note(struct times *times, double took) {
  if (times->count < MOST)
    times->of[times->count++] = took;
}

static void work(const char *url, double seconds, unsigned number, struct times *claims,
                 struct times *commits) {
  static char item[BYTES], counts[6344];
  struct store *store = open_store(url);
  store->does->begin(store);
  store->does->shared->join(store, 600);
  store->does->end(store);
  check(store);
  usleep(number * EVERY_US / 16);
  for (const double end = now_us() + seconds * 1e6; now_us() < end;) {
    const double begin = now_us();
    const unsigned got = store->does->shared->claim(store, 1, take, NULL);
    const double between = now_us();
    if (got) {
      store->does->begin(store);
      store->does->remove(store, claimed);
      store->does->add(store, item, sizeof item);
      store->does->count(store, counts, sizeof counts);
      store->does->end(store);
    }
    check(store);
    note(claims, between - begin);
    note(commits, now_us() - between);
    const double left = begin + EVERY_US - now_us();
    if (left > 0)
      usleep((unsigned)left);
  }
  store_close(store);
}

static int compare(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void report(const char *name, const struct times *of, unsigned connections) {
  static double all[MOST];
  unsigned count = 0;
  for (unsigned c = 0; c < connections; c++)
    for (unsigned i = 0; i < of[c].count && count < MOST; i++)
      all[count++] = of[c].of[i] / 1000;
  qsort(all, count, sizeof *all, compare);
  printf("%-7s %6u, median %.2f ms, 99th percentile %.2f ms\n", name, count, all[count / 2],
         all[count * 99 / 100]);
}

int main(int argc, char **argv) {
  if (argc != 5)
    return 2;
  const unsigned items = (unsigned)atoi(argv[2]), connections = (unsigned)atoi(argv[3]);
  if (items) {
    fill(argv[1], items);
    return 0;
  }
  struct times *times = mmap(NULL, 2 * connections * sizeof *times, PROT_READ | PROT_WRITE,
                             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (unsigned c = 0; c < connections; c++)
    if (fork() == 0) {
      work(argv[1], atof(argv[4]), c, &times[c], &times[connections + c]);
      _exit(0);
    }
  int status, wrong = 0;
  while (wait(&status) > 0)
    wrong |= status;
  report("claims", times, connections);
  report("commits", times + connections, connections);
  return wrong != 0;
}
