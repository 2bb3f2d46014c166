// runtime/schedule/order.c - which calls of the kernel and libc are steps: none, until two threads
// use one state of theirs in ways that depend on each other (primitives/state.c).
//
// That loses nothing. A trace in which two threads do so begins as one in which they do not yet. A
// search that orders only the other steps finds that beginning: its last step leads to where the
// call is about to be made, and there the use is noted.
#include "schedule.h"
#include "runtime/record/leave.h"

/// In shared memory, for all traces. How the first thread uses the state, and how all others do:
/// sets of enum mc_use.
static struct {
  uint8_t first; // 1 + the thread; 0: unused
  uint8_t uses, others_uses;
} * users MC_KEPT;

void mc_order_start(void) { users = mc_own_shared_memory(MC_ORDER_SLOTS * sizeof *users); }

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

uint64_t mc_order_hash(void) {
  uint64_t hash = MC_HASH_START;
  for (uint32_t i = 0; i < MC_ORDER_SLOTS; i++)
    if (users[i].first)
      hash = mc_hash(hash, (uint64_t)i << 24 | users[i].first << 16 | users[i].uses << 8 |
                               users[i].others_uses);
  return hash;
}

void mc_order_note(uint32_t slot, enum mc_use use) {
  if (mc_mode != MC_MODE_WORKER || mc_session->order & MC_ORDER_CALLS)
    return;
  if (!users[slot].first)
    users[slot].first = (uint8_t)(1 + mc_self_);
  const bool is_first = users[slot].first == 1 + mc_self_;
  const unsigned with = users[slot].others_uses | (is_first ? 0 : users[slot].uses);
  *(is_first ? &users[slot].uses : &users[slot].others_uses) |= (uint8_t)(1 << use);
  if (conflicts(use, with))
    mc_order_need(MC_ORDER_CALLS);
}
