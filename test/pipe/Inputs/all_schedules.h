// all_schedules.h - runs a random program of calls, held against the kernel:
//
//   PROGRAM SEED          with threads: to be checked by mcmini
//   PROGRAM SEED kernel   without: every interleaving of its calls, in one thread, on descriptors
//                         that the kernel alone has. A call that would block is interrupted, and
//                         tried again after others.
//
// Both print "begin" before each execution, and for each call its thread and what came of it. The program has
// `program` (threads, length), THREADS, CALLS, and these functions:

static void make_program(unsigned seed);
static void open_descriptors(void);
static void close_descriptors(void);
/// Of a thread the call of that number: what came of it, as text; false: it would block.
static bool run_call(int thread, int number, char result[80]);

static void print(int thread, const char *result) {
  char line[100];
  const int length = sprintf(line, "%d %s\n", thread, result);
  if (write(1, line, (size_t)length) != length)
    abort();
}

//===- With threads ---------------------------------------------------------------------------===//

static pthread_rwlock_t gate = PTHREAD_RWLOCK_INITIALIZER;

static void *body(void *number) {
  const int t = (int)(intptr_t)number;
  char result[80];
  pthread_rwlock_rdlock(&gate);
  for (int i = 0; i < program.length[t]; i++) {
    run_call(t, i, result);
    print(t, result);
  }
  return NULL;
}

static void run_threads(void) {
  pthread_t thread[THREADS];
  open_descriptors();
  pthread_rwlock_wrlock(&gate);
  for (int t = 0; t < program.threads; t++)
    pthread_create(&thread[t], NULL, body, (void *)(intptr_t)t);
  if (write(1, "begin\n", 6) != 6)
    abort();
  pthread_rwlock_unlock(&gate);
  for (int t = 0; t < program.threads; t++)
    pthread_join(thread[t], NULL);
}

//===- Without --------------------------------------------------------------------------------===//

static int schedule[THREADS * CALLS], steps;
static char results[THREADS * CALLS][80];

static int calls_of(int thread, int before) {
  int count = 0;
  for (int i = 0; i < before; i++)
    count += schedule[i] == thread;
  return count;
}

/// Runs the schedule; false if the last call would block.
static bool repeat(void) {
  bool goes_on = true;
  sigset_t alarm, before;
  sigemptyset(&alarm);
  sigaddset(&alarm, SIGALRM);
  sigprocmask(SIG_BLOCK, &alarm, &before);
  open_descriptors();
  sigprocmask(SIG_SETMASK, &before, NULL);
  for (int i = 0; i < steps && goes_on; i++)
    goes_on = run_call(schedule[i], calls_of(schedule[i], i), results[i]);
  close_descriptors();
  return goes_on;
}

static void explore(void) {
  bool any = false;
  for (int t = 0; t < program.threads; t++) {
    if (calls_of(t, steps) == program.length[t])
      continue;
    schedule[steps++] = t;
    if (repeat()) {
      any = true;
      explore();
    }
    steps--;
  }
  if (any)
    return;
  repeat();
  printf("begin\n");
  for (int i = 0; i < steps; i++)
    printf("%d %s\n", schedule[i], results[i]);
}

static void interrupt(int signal) { (void)signal; }

int main(int count, char **argument) {
  const bool alone = strcmp(argument[count - 1], "kernel") == 0;
  make_program((unsigned)atoi(argument[1]));
  signal(SIGPIPE, SIG_IGN);
  if (!alone) {
    run_threads();
    return 0;
  }
  const struct itimerval often = {{0, 100}, {0, 100}};
  sigaction(SIGALRM, &(struct sigaction){.sa_handler = interrupt}, NULL);
  setitimer(ITIMER_REAL, &often, NULL);
  explore();
}
