// print_trace.c - a trace, for whoever looks into a complaint.
#include "trace.h"

#include <stdio.h>

static void print_event(const struct event *e, uintptr_t area) {
  static const char *const kinds[] = {"step", "access", "look", "forget", "fence", "give", "take"};
  printf("%3u  thread %u  %s", e->steps, e->thread, kinds[e->kind]);
  if (e->kind == STEP)
    printf(" %s %u alternative %u arguments %llx %llx object %u %u/%u", e->op.primitive->name,
           e->op.kind, e->op.alternative, (unsigned long long)e->op.argument[0],
           (unsigned long long)e->op.argument[1], e->op.object[0], e->op.object[1], e->op.objects);
  if (e->kind == FENCE)
    printf(" order %u", e->order);
  if (e->address)
    printf("  %s%s [%u, +%u)", e->flags & MC_IS_ATOMIC ? "atomic " : "",
           e->flags & MC_IS_WRITE ? "write" : "read", (unsigned)(e->address - area),
           (unsigned)e->size);
  printf("\n");
}

void print_trace(const struct trace *trace, uintptr_t area) {
  for (uint32_t i = 0; i < trace->events; i++) {
    printf("%3u: ", i);
    print_event(&trace->event[i], area);
  }
}
