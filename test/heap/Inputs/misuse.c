// misuse.c HOW - a program with one misuse of the heap, for the tests beside it.
#include <mcmini/mcmini.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
  struct node *next;
  int value;
  pthread_mutex_t lock;
};
static struct node *node, *of_trunk;
static char *large_of_trunk;
static char *volatile bytes;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int global;
static const char *how;
static int is(const char *word) { return strcmp(how, word) == 0; }

__attribute__((noinline)) static struct node *new_node(void) {
  struct node *new = calloc(1, sizeof *new);
  pthread_mutex_init(&new->lock, NULL);
  new->next = new;
  return new;
}

__attribute__((noinline)) static void drop(struct node *old) {
  free(old);
  global++;
}

static void in_time_or_late(void) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
}

static void overflow(size_t size, size_t at) {
  bytes = malloc(size);
  bytes[at] = 1;
  if (!is("kept"))
    free(bytes);
}

static void *first(void *unused) {
  if (is("waited"))
    pthread_mutex_lock(&node->lock), pthread_mutex_unlock(&node->lock);
  else
    in_time_or_late();
  drop(node);
  return unused;
}

static void *second(void *unused) {
  if (!is("waited"))
    in_time_or_late();
  if (is("waited"))
    pthread_mutex_lock(&node->lock);
  if (is("lock"))
    pthread_mutex_lock(&node->lock), pthread_mutex_unlock(&node->lock);
  if (is("read"))
    printf("%d\n", MC_READ(node->value));
  if (is("write"))
    node->value = 7;
  if (is("follow"))
    printf("%d\n", node->next->next->value);
  if (is("twice"))
    drop(node);
  if (is("resize"))
    node = realloc(node, 500);
  return unused;
}

static void *alone(void *unused) {
  char *chunk = malloc(24), *large = malloc(50000);
  if (is("inside"))
    free(chunk + 16);
  if (is("global"))
    free(&global);
  if (is("stack"))
    free((void *)&unused);
  if (is("never"))
    free(chunk + (1 << 20));
  if (is("trunk-twice"))
    free(of_trunk), free(of_trunk);
  if (is("small"))
    overflow(20, 21);
  if (is("kept"))
    overflow(20, 20);
  if (is("large"))
    overflow(50000, 50000);
  if (is("before"))
    bytes = malloc(20), bytes[-2] = 1, free(bytes);
  if (is("trunk-small"))
    ((char *)of_trunk)[sizeof *of_trunk] = 1;
  if (is("before-large"))
    bytes = large, bytes[-1] = 1;
  if (is("after-large"))
    free(large), large[600]++;
  if (is("trunk-freed"))
    printf("%d\n", of_trunk->next->value);
  if (is("trunk-large"))
    large_of_trunk[100001]++;
  if (is("trunk-large-freed"))
    free(large_of_trunk), printf("%d\n", MC_READ(large_of_trunk[8]));
  if (is("beside"))
    MC_WRITE(((int *)chunk)[6], 1);
  free(chunk);
  if (!is("after-large"))
    free(large);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t thread[2];
  how = argv[argc - 1];
  of_trunk = new_node();
  node = new_node();
  large_of_trunk = malloc(100001);
  if (is("trunk-freed"))
    drop(of_trunk);
  if (is("trunk-alone"))
    free(of_trunk), free(of_trunk);
  const int two = is("lock") || is("waited") || is("read") || is("write") || is("follow") ||
                  is("twice") || is("resize");
  pthread_create(&thread[0], NULL, two ? first : alone, NULL);
  if (two)
    pthread_create(&thread[1], NULL, second, NULL), pthread_join(thread[1], NULL);
  pthread_join(thread[0], NULL);
  return 0;
}
