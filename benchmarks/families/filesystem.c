// filesystem N - N threads give a block to an inode each: without a conflict up to 13 threads, then
// 2^(N - 13) classes. The data under the mutexes is not visible.
// Source: Flanagan, Godefroid, POPL 2005.
#include "../program.h"
#include <stdbool.h>

enum { INODES = 32, BLOCKS = 26 };

static pthread_mutex_t inode_lock[INODES], block_lock[BLOCKS];
static int block_of[INODES]; // plus 1; 0: none yet
static bool taken[BLOCKS];

static void *allocator(void *arg) {
  const int inode = (int)(long)arg % INODES;

  pthread_mutex_lock(&inode_lock[inode]);
  for (int block = 2 * inode % BLOCKS; block_of[inode] == 0; block = (block + 1) % BLOCKS) {
    pthread_mutex_lock(&block_lock[block]);
    if (!taken[block]) {
      taken[block] = true;
      block_of[inode] = block + 1;
    }
    pthread_mutex_unlock(&block_lock[block]);
  }
  pthread_mutex_unlock(&inode_lock[inode]);
  return arg;
}

int main(int argc, char *argv[]) {
  const int threads = argument(argc, argv, 1, 1, BLOCKS, 14);

  for (int i = 0; i < INODES; i++)
    pthread_mutex_init(&inode_lock[i], NULL);
  for (int b = 0; b < BLOCKS; b++)
    pthread_mutex_init(&block_lock[b], NULL);
  start(allocator, threads);
  join_all();
  return 0;
}
