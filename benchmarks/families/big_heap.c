// big_heap N MB PAGES - N threads take one mutex, N! orders; in each they write PAGES other pages
// of a heap of MB megabytes, all of which was written before. No trace may see what another has
// written.
#include "../program.h"
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 4096, MAX_PAGES = 10000 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *heap;
static uint64_t order, pages, written[MAX_PAGES];
static int each, writes;

static uint64_t choose_page(int i) {
  return (order * MAX_PAGES + (uint64_t)i) * 0x9e3779b97f4a7c15ull % pages;
}

static void write_page(uint64_t page) {
  char expected = 1;
  for (int i = 0; i < writes; i++)
    expected += written[i] == page;
  assert(heap[page * PAGE] == expected);
  heap[page * PAGE]++;
  written[writes++] = page;
}

static void *writer(void *number) {
  pthread_mutex_lock(&lock);
  order = order * 31 + (uintptr_t)number + 1;
  for (int i = 0; i < each; i++)
    write_page(choose_page(i));
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(int argc, char *argv[]) {
  const int threads = argument(argc, argv, 1, 1, MAX_THREADS, 3);
  const size_t bytes = (size_t)argument(argc, argv, 2, 1, 4096, 64) << 20;
  each = argument(argc, argv, 3, 0, MAX_PAGES, 20) / threads;
  pages = bytes / PAGE;
  heap = memset(malloc(bytes), 1, bytes);
  start(writer, threads);
  join_all();
  return 0;
}
