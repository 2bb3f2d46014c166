// thread_pool_race.c - a thread pool: a circular queue of jobs, a mutex, two conditions. pool_end
// neither waits for the workers' jobs nor takes the mutex before it sets `stopping`.
//
// McMini: data race on pool.stopping: pool_end writes it while a worker reads it.
// Source: the structure of the pool in section 5.8 of the paper, where McMini found this race.
// The clean twin: thread_pool.c.
#include <mcmini/mcmini.h>
#include <pthread.h>
#include <stdbool.h>

enum { WORKERS = 1, QUEUE = 2, JOBS = 1 };

struct pool {
  pthread_mutex_t lock;
  pthread_cond_t job_added; // for workers
  pthread_cond_t all_done;  // for pool_wait
  int job[QUEUE];
  unsigned first, queued; // the circular queue: job[first], ..., `queued` of them
  unsigned unfinished;    // queued or running
  bool stopping;
  pthread_t worker[WORKERS];
};

static struct pool pool = {
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .job_added = PTHREAD_COND_INITIALIZER,
    .all_done = PTHREAD_COND_INITIALIZER,
};
static int result[JOBS];

static void *work(void *arg) {
  pthread_mutex_lock(&pool.lock);
  for (;;) {
    while (!MC_READ(pool.stopping) && MC_READ(pool.queued) == 0)
      pthread_cond_wait(&pool.job_added, &pool.lock);
    if (MC_READ(pool.stopping))
      break;
    const int job = pool.job[pool.first];
    pool.first = (pool.first + 1) % QUEUE;
    MC_WRITE(pool.queued, pool.queued - 1);
    pthread_mutex_unlock(&pool.lock);

    result[job] = job + 1;

    pthread_mutex_lock(&pool.lock);
    MC_WRITE(pool.unfinished, pool.unfinished - 1);
    if (pool.unfinished == 0)
      pthread_cond_broadcast(&pool.all_done);
  }
  pthread_mutex_unlock(&pool.lock);
  return arg;
}

static void pool_start(void) {
  for (int i = 0; i < WORKERS; i++)
    pthread_create(&pool.worker[i], NULL, work, NULL);
}

static bool pool_add(int job) {
  pthread_mutex_lock(&pool.lock);
  const bool room = MC_READ(pool.queued) < QUEUE;
  if (room) {
    pool.job[(pool.first + pool.queued) % QUEUE] = job;
    MC_WRITE(pool.queued, pool.queued + 1);
    MC_WRITE(pool.unfinished, pool.unfinished + 1);
    pthread_cond_signal(&pool.job_added);
  }
  pthread_mutex_unlock(&pool.lock);
  return room;
}

static void pool_end(void) {
  MC_WRITE(pool.stopping, true); // the workers read it: this belongs under the mutex
  pthread_mutex_lock(&pool.lock);
  pthread_cond_broadcast(&pool.job_added);
  pthread_mutex_unlock(&pool.lock);
  for (int i = 0; i < WORKERS; i++)
    pthread_join(pool.worker[i], NULL);
}

int main(void) {
  pool_start();
  for (int job = 0; job < JOBS; job++)
    pool_add(job);
  pool_end();
  return 0;
}
