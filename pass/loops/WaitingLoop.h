//===- pass/loops/WaitingLoop.h - Loops that only wait for memory to change -----------===//
#ifndef MCMINI_PASS_WAITING_LOOP_H
#define MCMINI_PASS_WAITING_LOOP_H

#include "pass/Site.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace mcmini {

/// Puts hooks into the loops of `Functions` in which every iteration is the same until another
/// thread has written: they read, do nothing else that anyone could notice but by visible
/// operations, and carry no value from one iteration into the next. Before any other hook is there.
void announceWaitingLoops(llvm::ArrayRef<llvm::Function *> Functions, SiteTable &Sites,
                          llvm::FunctionAnalysisManager &Analyses);

} // namespace mcmini

#endif // MCMINI_PASS_WAITING_LOOP_H
