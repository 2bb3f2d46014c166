// runtime/events.c - the events, each a function that calls who is told: see events.def.
#include "events.h"
#include "runtime/debug/debug.h"
#include "runtime/detector/races.h"
#include "runtime/executor/executor.h"
#include "runtime/executor/recovery.h"
#include "runtime/finding/finding.h"
#include "runtime/foreign/code_traps.h"
#include "runtime/foreign/lock_functions.h"
#include "runtime/foreign/plain_code.h"
#include "runtime/memory/chunk.h"
#include "runtime/heap/heap.h"
#include "runtime/memory/protection.h"
#include "runtime/record/record.h"
#include "runtime/schedule/schedule.h"
#include "runtime/snapshot/snapshot.h"
#include "runtime/spinloop/busy_wait.h"
#include "runtime/spinloop/waiting.h"
#include "runtime/threads/threads.h"
#include "runtime/world/aliases.h"
#include "runtime/world/files.h"
#include "runtime/world/world.h"

#define MC_EVENT(name, parameters) void mc_event_##name parameters {
#define MC_TELL(call) call;
#define MC_END }
#define MC_ASK(type, name, parameters, call)                                                       \
  type mc_event_##name parameters { return call; }
#include "events.def"
