// NO RACE: a thread that has joined the writer was joined itself.
#include "litmus.h"

static int data;
static pthread_t writer;

THREAD(write_data) {
  data = 1;
  return NULL;
}
THREAD(join_writer) {
  pthread_join(writer, NULL);
  return NULL;
}

int main(void) {
  pthread_t joiner;
  pthread_create(&writer, NULL, write_data, NULL);
  pthread_create(&joiner, NULL, join_writer, NULL);
  pthread_join(joiner, NULL);
  use(data);
}
