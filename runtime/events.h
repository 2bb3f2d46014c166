// runtime/events.h - what a room tells without knowing whom: see events.def.
#ifndef MC_RUNTIME_EVENTS_H
#define MC_RUNTIME_EVENTS_H

#include "runtime/memory/memory.h"

struct mc_finding_details;

#define MC_EVENT(name, parameters) void mc_event_##name parameters;
#define MC_TELL(call)
#define MC_END
#define MC_ASK(type, name, parameters, call) type mc_event_##name parameters;
#include "runtime/events.def"
#undef MC_EVENT
#undef MC_TELL
#undef MC_END
#undef MC_ASK

#endif // MC_RUNTIME_EVENTS_H
