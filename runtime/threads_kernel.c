// runtime/threads_kernel.c - the portable executor's threads: each thread of the program is a
// kernel thread; a futex word each says whose turn it is, so that one runs at a time.
//
// A hand-over costs a wake and a wait; a worker is pinned to one processor, where that is cheapest.
#include "state.h"
#include <sched.h>

static void wait_for_turn(mc_thread self) {
  while (!mc_process->turn[self])
    mc_futex_wait(&mc_process->turn[self], 0, -1, 0);
  mc_process->turn[self] = 0;
  // A finished thread still runs glibc's clean-up, which touches the heap: heap addresses are the
  // same in every trace only if nobody else runs meanwhile.
  while (mc_process->dying && mc_sys(SYS_tgkill, mc_process->pid, mc_process->dying, 0) == 0)
    mc_sys(SYS_sched_yield);
  mc_process->dying = 0;
}

void mc_threads_hand_over(mc_thread self, mc_thread to, bool finished) {
  if (finished && self != 0) // the main thread stays as a zombie until the process ends
    mc_process->dying = mc_process->thread[self].tid;
  mc_process->turn[to] = 1;
  mc_futex_wake(&mc_process->turn[to], 0);
  if (!finished)
    wait_for_turn(self);
}

void mc_threads_wait_for_start(mc_thread self) {
  wait_for_turn(self);
  mc_process->thread[self].tid = (uint32_t)mc_sys(SYS_gettid);
}
