//===- pass/AtomicWait.cpp - libstdc++'s waiting on atomics --------------------------===//
// A wait in libstdc++ (bits/atomic_wait.h, GCC 11 to 14) enters a count of waiters, evaluates its
// predicate up to 16 times, yielding from the 13th on, then sleeps on a futex; a notification makes
// the system call only if somebody is counted. Each would be a transition, and all waits whose
// addresses fall into one of 16 slots would depend on each other by the count.
//
// Two changes, both to something that the library's contract allows at any time:
// - The predicate is evaluated once before the futex. It cannot be left out: std::semaphore's takes
//   the token, and a wait on anything but an int sleeps on a version number read before it. (A
//   semaphore's try_acquire then fails if another thread comes between its load and its exchange:
//   a spurious failure, [thread.sema.cnt], for which libstdc++ needs 16 in a row.)
// - Notifications always make the system call, so that nobody looks at the count.
// What remains of x.wait(old) is a load, the futex wait, and a load afterwards.
//===----------------------------------------------------------------------------------===//
#include "AtomicWait.h"
#include "Llvm.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

using namespace llvm;

namespace mcmini {

/// Every loop of the function, instead of a second iteration, makes it return false.
static void endAfterFirstIteration(Function &F) {
  DominatorTree Dominators(F);
  LoopInfo Loops(Dominators);
  auto *GiveUp = BasicBlock::Create(F.getContext(), "mc.give.up", &F);
  ReturnInst::Create(F.getContext(), Constant::getNullValue(F.getReturnType()), GiveUp);
  for (Loop *L : Loops.getLoopsInPreorder()) {
    SmallVector<BasicBlock *, 2> Latches;
    L->getLoopLatches(Latches);
    for (BasicBlock *Latch : Latches) {
      Latch->getTerminator()->replaceSuccessorWith(L->getHeader(), GiveUp);
      Latch->getTerminator()->setMetadata(LLVMContext::MD_loop, nullptr);
      L->getHeader()->removePredecessor(Latch);
    }
  }
}

static void returnTrue(Function &F) {
  for (BasicBlock &Block : F)
    if (auto *Return = dyn_cast<ReturnInst>(Block.getTerminator()))
      Return->setOperand(0, ConstantInt::get(F.getReturnType(), 1));
}

bool simplifyAtomicWait(Function &F) {
  if (startsWith(F.getName(), "_ZNSt8__detail13__atomic_spinI")) {
    endAfterFirstIteration(F);
    return false;
  }
  if (F.getName() == "_ZNKSt8__detail18__waiter_pool_base10_M_waitingEv") {
    returnTrue(F);
    return true;
  }
  return F.getName() == "_ZNSt8__detail18__waiter_pool_base13_M_enter_waitEv" ||
         F.getName() == "_ZNSt8__detail18__waiter_pool_base13_M_leave_waitEv";
}

} // namespace mcmini
