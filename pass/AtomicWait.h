//===- pass/AtomicWait.h - libstdc++'s waiting on atomics ----------------------------===//
#ifndef MCMINI_PASS_ATOMIC_WAIT_H
#define MCMINI_PASS_ATOMIC_WAIT_H

#include "llvm/IR/Function.h"

namespace mcmini {

/// If `F` is part of what std::atomic::wait, std::latch, std::barrier and std::counting_semaphore
/// do around their futex only to be fast, takes that out of it. Returns true if accesses in `F` are
/// then of no consequence and need no hooks.
bool simplifyAtomicWait(llvm::Function &F);

} // namespace mcmini

#endif // MCMINI_PASS_ATOMIC_WAIT_H
