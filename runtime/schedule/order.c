// runtime/schedule/order.c - which calls of the kernel and libc are steps: none, until two threads
// use one state of theirs in ways that depend on each other (primitives/state.c).
//
// That loses nothing. A trace in which two threads do so begins as one in which they do not yet. A
// search that orders only the other steps finds that beginning: its last step leads to where the
// call is about to be made, and there the use is noted.
#include "schedule.h"
#include "runtime/record/leave.h"
#include <string.h>

/// In shared memory, for all traces. How the first thread uses the state, and how all others do:
/// sets of enum mc_use.
static struct {
  uint64_t changes;
  struct user {
    uint8_t first; // 1 + the thread; 0: unused
    uint8_t uses, others_uses;
  } user[MC_ORDER_SLOTS];
} * shared MC_KEPT;

void mc_order_start(void) { shared = mc_own_shared_memory(sizeof *shared); }

bool mc_is_searching(void) { return mc_mode == MC_MODE_WORKER; }

unsigned mc_order(void) {
  if (mc_mode != MC_MODE_WORKER)
    return 0;
  return mc_session->config.replaying ? mc_session->config.order : mc_session->order;
}

void mc_order_need(unsigned order) {
  if (!mc_checking() || mc_session->config.replaying || (mc_session->order & order) == order)
    return;
  mc_guard_open();
  mc_session_write();
  mc_session->order |= (uint8_t)order;
  if (mc_mode == MC_MODE_WORKER)
    mc_restart_search();
  mc_guard_close();
}

static bool conflicts(enum mc_use use, unsigned with) {
  for (unsigned other = 0; other <= MC_USE_WRITE; other++)
    if (with >> other & 1 && mc_uses_conflict(use, other))
      return true;
  return false;
}

uint64_t mc_order_changes(void) { return shared->changes; }

void mc_order_note(uint32_t slot, enum mc_use use) {
  if (mc_mode != MC_MODE_WORKER || mc_session->order & MC_ORDER_CALLS)
    return;
  struct user *user = &shared->user[slot];
  const struct user before = *user;
  if (!user->first)
    user->first = (uint8_t)(1 + mc_self_);
  const bool is_first = user->first == 1 + mc_self_;
  const unsigned with = user->others_uses | (is_first ? 0 : user->uses);
  *(is_first ? &user->uses : &user->others_uses) |= (uint8_t)(1 << use);
  shared->changes += memcmp(user, &before, sizeof before) != 0;
  if (conflicts(use, with))
    mc_order_need(MC_ORDER_CALLS);
}
