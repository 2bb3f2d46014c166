// What a thread has of its own: variables, keys, cleanup handlers, stack, errno, locale, signals,
// floating-point modes; and its ways to begin and to end.
#define _GNU_SOURCE
#include "threads.h"
#include <errno.h>
#include <fenv.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

//===- Thread-local variables, keys, cleanup handlers -----------------------------------------===//

static __thread long own = 7;
static __thread char large[20000] = "large";
static _Thread_local struct { _Alignas(64) int aligned; } at_64;

static void *use_own(void *number) {
  printf("%ld: own %ld large %s %d aligned %d %d\n", (long)number, own, large, large[19999],
         at_64.aligned, (int)((size_t)&at_64 % 64));
  own += (long)number;
  large[19999] = (char)own;
  at_64.aligned++;
  visible();
  printf("%ld: own %ld large %s %d aligned %d\n", (long)number, own, large, large[19999],
         at_64.aligned);
  return NULL;
}

static void variables(void) {
  own = 20;
  in_threads(2, use_own);
  use_own(0);
}

enum { KEYS = 40 }; // more than glibc keeps in the control block
static pthread_key_t key[KEYS];

static void destroy(void *value) {
  static int rounds;
  printf("destroy %s, key 39 %p\n", (char *)value, pthread_getspecific(key[39]));
  visible();
  if (++rounds == 1)
    pthread_setspecific(key[3], "again");
}

static void *use_keys(void *number) {
  printf("%ld: %p %p\n", (long)number, pthread_getspecific(key[0]), pthread_getspecific(key[39]));
  pthread_setspecific(key[0], number == (void *)1 ? "one" : "two");
  visible();
  pthread_setspecific(key[39], number);
  return NULL;
}

static void keys(void) {
  for (int i = 0; i < KEYS; i++)
    pthread_key_create(&key[i], i == 39 ? NULL : destroy);
  pthread_setspecific(key[39], &lock);
  in_threads(2, use_keys);
  pthread_key_delete(key[0]);
  printf("main %d\n", pthread_getspecific(key[39]) == &lock);
}

static void say(void *text) {
  visible();
  puts(text);
}

static void leave(long number) {
  pthread_cleanup_push(say, "inner handler");
  if (number)
    pthread_exit((void *)(number + 10));
  pthread_cleanup_pop(0);
}

static void *with_handlers(void *number) {
  pthread_cleanup_push(say, "outer handler");
  leave((long)number - 1);
  pthread_cleanup_pop(1);
  return number;
}

static void cleanup(void) {
  pthread_t thread[2];
  void *result;
  for (long i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, with_handlers, (void *)(i + 1));
  for (long i = 0; i < 2; i++) {
    pthread_join(thread[i], &result);
    printf("joined %ld\n", (long)result);
  }
}

//===- Beginnings and ends --------------------------------------------------------------------===//

static void *worker(void *number) {
  visible();
  printf("worker %ld\n", (long)number);
  return number;
}

static void exit_of_main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, (void *)1);
  pthread_create(&thread, NULL, worker, (void *)2);
  pthread_cleanup_push(say, "main's handler");
  pthread_exit(NULL);
  pthread_cleanup_pop(1);
}

static void *detach_itself(void *number) {
  pthread_detach(pthread_self());
  return worker(number);
}

static void detached(void) {
  pthread_attr_t attr;
  pthread_t thread;
  pthread_attr_init(&attr);
  pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
  pthread_create(&thread, &attr, worker, (void *)1);
  pthread_create(&thread, NULL, detach_itself, (void *)2);
  visible();
}

static void *grow(void *depth) {
  pthread_t thread[2];
  void *below = (void *)((long)depth - 1);
  if (!depth)
    return worker(depth);
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, grow, below);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return NULL;
}

static void creators(void) { grow((void *)3); }

static void after_another(void) {
  for (int i = 0; i < 30; i++)
    in_threads(1, use_own);
}

static void sixty(void) { in_threads(60, worker); }

static void *ends_all(void *number) {
  visible();
  if (number == (void *)2)
    exit(3);
  return worker(number);
}

static void exits(void) { in_threads(2, ends_all); }

static void main_returns(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, (void *)1);
  atexit((void (*)(void))visible);
}

static void *cancelled(void *number) {
  int old;
  pthread_cleanup_push(say, "handler");
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  visible();
  pthread_setcancelstate(old, NULL);
  pthread_testcancel();
  puts("not cancelled");
  pthread_cleanup_pop(0);
  return number;
}

static void cancel(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, cancelled, NULL);
  visible();
  printf("cancel %d\n", pthread_cancel(thread));
  pthread_join(thread, &result);
  printf("canceled %d\n", result == PTHREAD_CANCELED);
}

//===- Stacks ---------------------------------------------------------------------------------===//

static void print_stack(long number) {
  pthread_attr_t attr;
  size_t size, guard;
  void *start;
  int detached;
  pthread_getattr_np(pthread_self(), &attr);
  pthread_attr_getstack(&attr, &start, &size);
  pthread_attr_getguardsize(&attr, &guard);
  pthread_attr_getdetachstate(&attr, &detached);
  pthread_attr_destroy(&attr);
  printf("%ld: stack %zu guard %zu within %d detached %d\n", number, number ? size : 0, guard,
         (char *)&attr > (char *)start && (char *)&attr < (char *)start + size, detached);
}

static void *own_stack(void *number) {
  print_stack((long)number);
  visible();
  print_stack((long)number);
  return NULL;
}

static void stacks(void) {
  static const size_t size[] = {65536, 100000, 1 << 20, 32 << 20};
  pthread_t thread[4];
  pthread_attr_t attr;
  print_stack(0);
  for (int i = 0; i < 4; i++) {
    pthread_attr_init(&attr);
    printf("set %d\n", pthread_attr_setstacksize(&attr, size[i]));
    if (i == 2)
      pthread_attr_setguardsize(&attr, 1 << 16);
    printf("create %d\n", pthread_create(&thread[i], &attr, own_stack, (void *)(i + 1L)));
  }
  for (int i = 0; i < 4; i++)
    pthread_join(thread[i], NULL);
}

static void given_stack(void) {
  const size_t size = 1 << 18;
  char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_t thread[2];
  pthread_attr_t attr;
  pthread_attr_init(&attr);
  pthread_attr_setstack(&attr, memory, size);
  pthread_create(&thread[0], &attr, own_stack, (void *)1);
  pthread_create(&thread[1], NULL, own_stack, (void *)2);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
}

__attribute__((noinline)) static long deep(long levels) {
  volatile char frame[1000];
  frame[0] = (char)levels;
  frame[999] = 1;
  if (levels % 1000 == 0)
    visible();
  return levels ? deep(levels - 1) + frame[999] : frame[0];
}

__attribute__((noinline)) static long endless(long levels) {
  volatile char frame[100000]; // beyond the end at once, so that few pages are written
  frame[50000] = (char)levels;
  return endless(levels + 1) + frame[50000];
}

static void *recurses(void *number) {
  printf("%ld\n", deep((long)number * 2000));
  return NULL;
}

static void big_stack(void) {
  in_threads(2, recurses);
  printf("%ld\n", deep(5000));
}

static void *overflows(void *number) {
  visible();
  if (number == (void *)1)
    endless(0);
  return NULL;
}

static void overflow(void) { in_threads(2, overflows); }

static void overflow_of_main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, (void *)1);
  endless(0);
}

static ucontext_t outside, inside;

static void coroutine(void) {
  visible();
  swapcontext(&inside, &outside);
  puts("coroutine");
}

static void *switches(void *number) {
  static char stack[65536];
  getcontext(&inside);
  inside.uc_stack.ss_sp = stack;
  inside.uc_stack.ss_size = sizeof stack;
  inside.uc_link = &outside;
  makecontext(&inside, coroutine, 0);
  swapcontext(&outside, &inside);
  visible();
  swapcontext(&outside, &inside);
  return number;
}

static void *jumps(void *number) {
  jmp_buf place;
  volatile int times = 0;
  switch (setjmp(place)) {
  case 0:
    visible();
    times++;
    longjmp(place, 1);
  case 1:
    visible();
    times++;
    longjmp(place, 2);
  }
  printf("%ld: %d times\n", (long)number, times);
  return NULL;
}

static void jump(void) { in_threads(2, jumps); }

static void *different(void *number) {
  return number == (void *)1 ? switches(number) : worker(number);
}

static void contexts(void) { in_threads(2, different); }

//===- What libc and the processor keep for each thread ---------------------------------------===//

static void *with_errno(void *number) {
  printf("%ld: errno %d\n", (long)number, errno);
  errno = 40 + (int)(long)number;
  visible();
  printf("%ld: errno %d\n", (long)number, errno);
  close(-1);
  visible();
  printf("%ld: errno %d %s\n", (long)number, errno, strerror(errno));
  return NULL;
}

static void error_numbers(void) {
  in_threads(2, with_errno);
  with_errno(0);
}

static void *with_locale(void *number) {
  locale_t locale = newlocale(LC_ALL_MASK, number == (void *)1 ? "C.UTF-8" : "C", (locale_t)0);
  printf("%ld: %s\n", (long)number, nl_langinfo(CODESET));
  uselocale(locale);
  visible();
  printf("%ld: %s %d\n", (long)number, nl_langinfo(CODESET), (int)MB_CUR_MAX);
  uselocale(LC_GLOBAL_LOCALE);
  freelocale(locale);
  printf("%ld: %s %s\n", (long)number, nl_langinfo(CODESET), setlocale(LC_ALL, NULL));
  return NULL;
}

static void locales(void) {
  in_threads(2, with_locale);
  setlocale(LC_CTYPE, "C.UTF-8");
  visible();
}

static void *rounds(void *number) {
  static const int mode[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD};
  volatile double three = 3;
  printf("%ld: mode %d\n", (long)number, fegetround());
  fesetround(mode[(long)number]);
  feclearexcept(FE_ALL_EXCEPT);
  visible();
  printf("%ld: mode %d, %.20f\n", (long)number, fegetround(), 1 / three);
  return NULL;
}

static void floating_point(void) {
  fesetround(FE_TOWARDZERO);
  in_threads(2, rounds);
  rounds(0);
}

static volatile int handled[3];
static __thread long self;

static void on_signal(int number) {
  handled[self]++;
  printf("signal %d in %ld\n", number, self);
}

static void print_mask(void) {
  sigset_t mask;
  pthread_sigmask(SIG_BLOCK, NULL, &mask);
  printf("%ld: blocks %d %d %d\n", self, sigismember(&mask, SIGUSR1), sigismember(&mask, SIGUSR2),
         sigismember(&mask, SIGTERM));
}

static void *with_signals(void *number) {
  sigset_t set;
  char stack[16384];
  stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack}, old;
  self = (long)number;
  print_mask();
  sigemptyset(&set);
  sigaddset(&set, number == (void *)1 ? SIGUSR1 : SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  printf("sigaltstack %d %d\n", sigaltstack(&alternate, &old), old.ss_flags);
  visible();
  print_mask();
  sigaltstack(NULL, &old);
  printf("%ld: own alternate stack %d\n", self, old.ss_sp == stack);
  raise(SIGUSR1);
  visible();
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  printf("%ld: handled %d\n", self, handled[self]);
  return NULL;
}

static void signals(void) {
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
  sigset_t set;
  sigaction(SIGUSR1, &action, NULL);
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  in_threads(2, with_signals);
  print_mask();
}

static void handler_of_a_trace(void) {
  struct sigaction action = {.sa_handler = on_signal}, old;
  pthread_t thread;
  pthread_create(&thread, NULL, worker, (void *)1);
  sigaction(SIGUSR2, &action, &old);
  printf("before: default %d\n", old.sa_handler == SIG_DFL);
  raise(SIGUSR2);
  visible();
  pthread_join(thread, NULL);
}

static void *names(void *number) {
  char name[16];
  pthread_getname_np(pthread_self(), name, sizeof name);
  puts(name);
  pthread_setname_np(pthread_self(), number == (void *)1 ? "first" : "second");
  visible();
  pthread_getname_np(pthread_self(), name, sizeof name);
  puts(name);
  return NULL;
}

static void named(void) { in_threads(2, names); }

static const struct scenario scenarios[] = {
    {"variables", variables},
    {"keys", keys},
    {"cleanup", cleanup},
    {"exit-of-main", exit_of_main},
    {"detached", detached},
    {"creators", creators},
    {"after-another", after_another},
    {"sixty", sixty},
    {"exits", exits},
    {"main-returns", main_returns},
    {"cancel", cancel},
    {"stacks", stacks},
    {"given-stack", given_stack},
    {"big-stack", big_stack},
    {"overflow", overflow},
    {"overflow-of-main", overflow_of_main},
    {"contexts", contexts},
    {"jump", jump},
    {"errno", error_numbers},
    {"locales", locales},
    {"floating-point", floating_point},
    {"signals", signals},
    {"handler-of-a-trace", handler_of_a_trace},
    {"names", named},
    {NULL, NULL},
};

int main(int argc, char **argv) { return run_scenario(scenarios, argc, argv); }
