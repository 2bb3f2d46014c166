// print.c - a program as C. Each operation stands at a line of its own of a file of its own.
#include "program.h"

#include <stdio.h>

static const char *const orders[] = {"__ATOMIC_RELAXED", "__ATOMIC_CONSUME", "__ATOMIC_ACQUIRE",
                                     "__ATOMIC_RELEASE", "__ATOMIC_ACQ_REL", "__ATOMIC_SEQ_CST"};

static void print_value(const struct operation *op) {
  printf(places[op->place].value, op->value); // NOLINT: a format of ours
}

static void print_read(const struct operation *op) {
  const struct place *place = &places[op->place];
  printf("%s = %s;", place->is_single ? "r" : place->into, place->expression);
}

/// `is_used`: what it reads may decide later.
static void print_operation(const struct operation *op, bool is_used) {
  const char *place = op->place < PLACES ? places[op->place].expression : "";
  const char *order = orders[op->order];
  switch ((enum kind)op->kind) {
  case READ:
    print_read(op);
    break;
  case WRITE:
    printf("%s = ", place);
    print_value(op);
    printf(";");
    break;
  case ADD:
    printf("%s += %u;", place, op->value);
    break;
  case LOAD:
    printf("r = __atomic_load_n(&%s, %s);", place, order);
    break;
  case STORE:
    printf("__atomic_store_n(&%s, %u, %s);", place, op->value, order);
    break;
  case EXCHANGE:
    printf("r = __atomic_exchange_n(&%s, %u, %s);", place, op->value, order);
    break;
  case FETCH_ADD:
    printf("%s__atomic_fetch_add(&%s, %u, %s);", is_used ? "r = " : "", place, op->value, order);
    break;
  case COMPARE_EXCHANGE:
    printf("{ __typeof__(%s) old = %u; __atomic_compare_exchange_n(&%s, &old, %u, %u, %s, %s); "
           "r = old; }",
           place, op->expected, place, op->value, op->is_weak, order, orders[op->failure_order]);
    break;
  case FENCE:
    printf("__atomic_thread_fence(%s);", order);
    break;
  case LOCK:
    printf("pthread_mutex_lock(&mutex[%u]);", op->place);
    break;
  case UNLOCK:
    printf("pthread_mutex_unlock(&mutex[%u]);", op->place);
    break;
  case TRYLOCK:
    printf("r = pthread_mutex_trylock(&mutex[%u]) == 0;", op->place);
    break;
  case READ_LOCK:
    printf("pthread_rwlock_rdlock(&rwlock);");
    break;
  case WRITE_LOCK:
    printf("pthread_rwlock_wrlock(&rwlock);");
    break;
  case READ_UNLOCK:
  case WRITE_UNLOCK:
    printf("pthread_rwlock_unlock(&rwlock);");
    break;
  case POST:
    printf("sem_post(&semaphore);");
    break;
  case WAIT:
    printf("sem_wait(&semaphore);");
    break;
  case TRYWAIT:
    printf("r = sem_trywait(&semaphore) == 0;");
    break;
  case CREATE:
    printf("pthread_create(&thread[%u], NULL, thread_%u, NULL);", op->place, op->place);
    break;
  case JOIN:
    printf("pthread_join(thread[%u], NULL);", op->place);
    break;
  case IF:
    printf("if (r == %u) {", op->value);
    break;
  }
}

static bool decides_later(const struct program *p, uint32_t t, uint32_t i) {
  while (++i < p->thread[t].count)
    if (p->thread[t].operation[i].kind == IF)
      return true;
  return false;
}

static void print_thread(const struct program *p, uint32_t t) {
  uint32_t closes[MOST_OPERATIONS + 1] = {0};
  printf("static void *thread_%u(void *argument) {\n"
         "  unsigned long r = 0, other = 0;\n"
         "  struct s copy = {0};\n"
         "  struct bytes bytes = {0};\n",
         t);
  for (uint32_t i = 0; i < p->thread[t].count; i++) {
    const struct operation *op = &p->thread[t].operation[i];
    printf("#line %u \"p%u\"\n  ", op->line, (unsigned)p->seed);
    print_operation(op, decides_later(p, t, i));
    printf("\n");
    if (op->kind == IF)
      closes[i + op->skip]++;
    for (uint32_t k = 0; k < closes[i]; k++)
      printf("  }\n");
  }
  printf("  (void)r, (void)other, (void)copy, (void)bytes;\n  return argument;\n}\n");
}

void print_program(const struct program *p) {
  for (uint32_t t = 0; t < p->threads; t++)
    printf("#define thread_%u thread_%u_%u\n", t, (unsigned)p->seed, t);
  for (uint32_t t = p->threads; t-- > 0;)
    print_thread(p, t);
  printf("static void program_%u(void) {\n  sem_init(&semaphore, 0, %u);\n  thread_0(NULL);\n}\n",
         (unsigned)p->seed, p->semaphore);
  for (uint32_t t = 0; t < p->threads; t++)
    printf("#undef thread_%u\n", t);
}
