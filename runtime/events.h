// runtime/events.h - what a room tells without knowing whom: see events.def.
#ifndef MC_RUNTIME_EVENTS_H
#define MC_RUNTIME_EVENTS_H

#include "runtime/memory/memory.h"

struct mc_finding_details;

/// A thread declares its next operation.
struct mc_arrival {
  struct mc_operation *operation;
  const struct mc_site *site;
  const uint64_t *frame;
  bool wrote;                   ///< since its last one, or may have
  struct mc_thread_place place; ///< where it may repeat itself
};

#define MC_EVENT(name, parameters) void mc_event_##name parameters;
#define MC_TELL(call)
#define MC_END
#include "runtime/events.def"
#undef MC_EVENT
#undef MC_TELL
#undef MC_END

#endif // MC_RUNTIME_EVENTS_H
