// bank_transfer.c - two transfers in opposite directions, each locks the account that pays first.
//
// McMini: deadlock: each transfer holds the account that the other one waits for.
// The clean twin: any argument, then the account with the lower address is locked first.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static struct account alice = {PTHREAD_MUTEX_INITIALIZER, 100};
static struct account bob = {PTHREAD_MUTEX_INITIALIZER, 100};
static bool ordered;

static void transfer(struct account *from, struct account *to, int amount) {
  struct account *const first = ordered && to < from ? to : from;
  struct account *const second = first == from ? to : from;

  pthread_mutex_lock(&first->lock);
  pthread_mutex_lock(&second->lock);
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock(&second->lock);
  pthread_mutex_unlock(&first->lock);
}

static void *rent(void *arg) {
  transfer(&alice, &bob, 70);
  return arg;
}

static void *wages(void *arg) {
  transfer(&bob, &alice, 50);
  return arg;
}

int main(int argc, char *argv[]) {
  pthread_t thread[2];

  (void)argv;
  ordered = argc > 1;
  pthread_create(&thread[0], NULL, rent, NULL);
  pthread_create(&thread[1], NULL, wages, NULL);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
  assert(alice.balance == 80 && bob.balance == 120);
  return 0;
}
