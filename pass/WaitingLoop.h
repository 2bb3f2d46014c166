//===- pass/WaitingLoop.h - Loops that only wait for memory to change ----------------===//
#ifndef MCMINI_PASS_WAITING_LOOP_H
#define MCMINI_PASS_WAITING_LOOP_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InlineAsm.h"

namespace mcmini {

/// The way back to the start of a waiting loop.
struct BackEdge {
  llvm::BasicBlock *Latch;
  llvm::BasicBlock *Header;
  llvm::DebugLoc Start; ///< of the loop
};

/// Instructions that only tell the processor or the compiler that this is a waiting loop, or
/// nothing.
bool isPauseAssembly(const llvm::InlineAsm &Assembly);

/// The back edges of all loops in `F` in which every turn is the same until another thread has
/// written: they read plain memory, do nothing else that anyone could notice, and carry no value
/// from one turn into the next. Loops with visible operations are none. `F` is not changed.
llvm::SmallVector<BackEdge, 4> waitingLoopBackEdges(llvm::Function &F);

} // namespace mcmini

#endif // MCMINI_PASS_WAITING_LOOP_H
