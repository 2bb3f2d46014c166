// malloc and its kin do in a trace what libc's do: alignment, zeroes, contents kept by realloc,
// sizes, errors and errno; memory passes between the trunk and traces, and from thread to thread.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -w -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %t && %t.gcc
// RUN: not %mcmini -k --races=off %t | FileCheck %s
// RUN: not %mcmini -k --races=off %t.gcc | FileCheck %s
// CHECK: incomplete: nothing found, but the child of fork is not explored
// CHECK: 2 traces: 2 completed
#define _GNU_SOURCE
#include "threads.h"
#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char *passed[2]; // from thread 0 to thread 1, or the other way round
static char *from_trunk[6];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *volatile kept; // the compiler must not leave anything out

static char *filled(char *memory, size_t size) {
  for (size_t i = 0; i < size; i++)
    memory[i] = (char)(i * 7 + size);
  return memory;
}

static void is_filled(const char *memory, size_t kept_bytes, size_t size) {
  for (size_t i = 0; i < kept_bytes; i++)
    assert(memory[i] == (char)(i * 7 + size));
}

static void sizes(void) {
  char *chunk[2000];
  size_t n = 0;
  for (size_t size = 0; size < 2000; size++)
    chunk[n++] = malloc(size);
  for (size_t i = 0; i < n; i++) {
    assert(chunk[i] && (uintptr_t)chunk[i] % 16 == 0 && malloc_usable_size(chunk[i]) >= i);
    filled(chunk[i], i);
  }
  for (size_t i = 0; i < n; i++)
    is_filled(chunk[i], i, i);
  for (size_t i = 0; i < n; i += 2)
    free(chunk[i]);
  for (size_t i = 1; i < n; i += 2)
    is_filled(chunk[i], i, i);
  for (size_t size = 1; size <= (size_t)16 << 20; size = size * 3 / 2 + 1) {
    char *large = malloc(size);
    assert(large && malloc_usable_size(large) >= size);
    large[0] = large[size - 1] = 1;
    free(large);
    large = calloc(1, size);
    assert(large[0] == 0 && large[size - 1] == 0);
    free(large);
  }
  for (size_t i = 1; i < n; i += 2)
    free(chunk[i]);
}

static void alignments(void) {
  for (size_t alignment = 1; alignment <= (size_t)64 << 10; alignment *= 2)
    for (size_t size = 0; size < 5000; size = size * 2 + 1) {
      void *memory[4] = {aligned_alloc(alignment, size), memalign(alignment, size), valloc(size)};
      if (alignment >= sizeof(void *))
        assert(posix_memalign(&memory[3], alignment, size) == 0);
      for (int i = 0; i < 4; i++) {
        assert(memory[i] || i == 3);
        assert((uintptr_t)memory[i] % (i == 2 ? 4096 : alignment) == 0);
        memory[i] = realloc(memory[i], size + 100);
        free(memory[i]);
      }
    }
  void *unchanged = &unchanged;
  assert(posix_memalign(&unchanged, 3, 10) == EINVAL && posix_memalign(&unchanged, 4, 1) == EINVAL);
  assert(posix_memalign(&unchanged, 64, SIZE_MAX / 2) == ENOMEM);
  assert(unchanged == &unchanged);
}

static void zeroes(void) {
  for (size_t size = 1; size < 1000000; size = size * 2 + 3) {
    char *dirty = malloc(size), *clean;
    kept = memset(dirty, 0xff, malloc_usable_size(dirty));
    free(dirty);
    clean = calloc(size, 1);
    for (size_t i = 0; i < size; i++)
      assert(clean[i] == 0);
    free(clean);
  }
}

static void errors(void) {
  errno = 0;
  assert(!(kept = malloc(PTRDIFF_MAX)) && errno == ENOMEM);
  errno = 0;
  assert(!(kept = malloc(SIZE_MAX)) && errno == ENOMEM);
  errno = 0;
  assert(!(kept = calloc(SIZE_MAX / 2, 3)) && errno == ENOMEM);
  char *memory = filled(malloc(10), 10);
  errno = 0;
  assert(!(kept = realloc(memory, SIZE_MAX / 2)) && errno == ENOMEM);
  is_filled(memory, 10, 10);
  errno = 0;
  assert(!(kept = reallocarray(memory, SIZE_MAX / 2, 3)) && errno == ENOMEM);
  memory = reallocarray(memory, 100, 100);
  is_filled(memory, 10, 10);
  errno = 77;
  free(memory);
  free(NULL);
  assert(errno == 77);
  assert((kept = malloc(0)) && malloc_usable_size(NULL) == 0);
  void *volatile other = malloc(0);
  assert(kept != other);
  assert(realloc(kept, 0) == NULL && realloc(other, 0) == NULL);
}

static void reallocations(void) {
  char *memory = filled(realloc(NULL, 100), 100);
  for (size_t size = 100; size < 1000000; size = size * 5 / 3)
    memory = realloc(memory, size), is_filled(memory, 100, 100);
  for (size_t size = 1000000; size > 100; size /= 2)
    memory = realloc(memory, size), is_filled(memory, 100, 100);
  free(memory);
}

static void *worker(void *number) {
  const long self = (long)number;
  sizes(), alignments(), zeroes(), errors(), reallocations();
  for (int i = 0; i < 3; i++) {
    const size_t size = (size_t)10 << 8 * i;
    char *mine = from_trunk[3 * self + i];
    assert(malloc_usable_size(mine) >= size);
    if (i)
      mine = realloc(mine, 2 * size);
    is_filled(mine, size, size);
    free(mine);
  }
  pthread_mutex_lock(&mutex);
  char *theirs = passed[!self];
  passed[self] = filled(malloc(500), 500);
  pthread_mutex_unlock(&mutex);
  if (theirs) {
    is_filled(theirs, 500, 500);
    theirs = realloc(theirs, 5000);
    is_filled(theirs, 500, 500);
    free(theirs);
  }
  char *text = NULL;
  assert(asprintf(&text, "%0300d", 5) == 300 && strlen(text) == 300);
  free(text);
  free(strdup("text"));
  return NULL;
}

int main(void) {
  for (int i = 0; i < 6; i++)
    from_trunk[i] = filled(malloc((size_t)10 << 8 * (i % 3)), (size_t)10 << 8 * (i % 3));
  many_threads(2, worker);
  char *mine = filled(malloc(100), 100);
  const pid_t child = fork();
  if (child == 0) { // a process of the program's own
    mine = realloc(mine, 5000);
    is_filled(mine, 100, 100);
    free(mine);
    _exit(0);
  }
  int status = 1;
  assert(waitpid(child, &status, 0) == child && status == 0);
  is_filled(mine, 100, 100);
  free(mine);
  return 0;
}
