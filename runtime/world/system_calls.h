// runtime/world/system_calls.h - between system_calls.c, to which the program's system calls come,
// and system_call_policies.c, which says what becomes of each.
#ifndef MC_RUNTIME_WORLD_SYSTEM_CALLS_H
#define MC_RUNTIME_WORLD_SYSTEM_CALLS_H

struct mc_system_call {
  long number, a[6];
};

/// At the start: takes memory.
void mc_system_call_policies_start(void);

/// Where traces follow each other: does what system_calls.def says, and returns what the kernel
/// would. It may not return: each trace then gets a process of its own.
long mc_system_call_apply(const struct mc_system_call *call);

#endif // MC_RUNTIME_WORLD_SYSTEM_CALLS_H
