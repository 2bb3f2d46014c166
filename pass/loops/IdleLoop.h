//===- pass/loops/IdleLoop.h - Loops that wait for an attempt to be worth a try -------===//
#ifndef MCMINI_PASS_IDLE_LOOP_H
#define MCMINI_PASS_IDLE_LOOP_H

#include "AwaitedValue.h"
#include "pass/Escape.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

namespace mcmini {

/// Does `Idle` end whenever `Attempt`, which a loop around it makes until `Value`, would succeed?
/// Its visible operations are `Loads`.
bool endsWhere(const llvm::Instruction &Attempt, const AwaitedValue &Value, const llvm::Loop &Idle,
               llvm::ArrayRef<llvm::LoadInst *> Loads, const llvm::DominatorTree &Dominators,
               EscapeAnalysis &Escape);

/// Does `Look` lead to `Passed`, and so to `Attempt`, whenever that would succeed?
bool passesWhere(const llvm::Instruction &Attempt, const AwaitedValue &Value, llvm::LoadInst &Look,
                 const llvm::BasicBlock &Passed, EscapeAnalysis &Escape);

} // namespace mcmini

#endif // MCMINI_PASS_IDLE_LOOP_H
