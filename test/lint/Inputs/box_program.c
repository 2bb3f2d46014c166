// Two threads do everything there is to do with a box: box_program WHAT, a letter for each operation.
#include <mcmini/mcmini.h>
#include <pthread.h>

typedef struct {
  int unused;
} box_t;
MCMINI_PRIMITIVE(box) void box_lock(box_t *box);
MCMINI_PRIMITIVE(box) void box_unlock(box_t *box);
MCMINI_PRIMITIVE(box) void box_put(box_t *box, int number);
MCMINI_PRIMITIVE(box) int box_add(box_t *box);
MCMINI_PRIMITIVE(box) int box_peek(box_t *box);
MCMINI_PRIMITIVE(box) void box_close(box_t *box);

static box_t box;

static void act(char what, int number) {
  if (what == 'l')
    box_lock(&box);
  else if (what == 'u')
    box_unlock(&box);
  else if (what == 'p')
    box_put(&box, number);
  else if (what == 'a')
    box_add(&box);
  else if (what == '?')
    box_peek(&box);
  else
    box_close(&box);
}

struct actor {
  const char *script;
  int number;
};

static void *play(void *argument) {
  const struct actor *actor = argument;
  for (const char *what = actor->script; *what; what++)
    act(*what, actor->number);
  return NULL;
}

int main(int count, char **argument) {
  pthread_t thread[2];
  struct actor actor[2];
  for (int i = 0; i < 2; i++) {
    actor[i] = (struct actor){argument[count > 1 + i ? 1 + i : count - 1], 1 + i};
    pthread_create(&thread[i], NULL, play, &actor[i]);
  }
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
