//===- pass/loops/Iteration.h - What an iteration of a waiting loop may do ------------===//
#ifndef MCMINI_PASS_ITERATION_H
#define MCMINI_PASS_ITERATION_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstrTypes.h"
#include <optional>

namespace mcmini {

class EscapeAnalysis;

/// Instructions that only tell the processor or the compiler that this is a waiting loop, or
/// nothing.
bool isPauseAssembly(const llvm::InlineAsm &Assembly);
/// Does it nothing but let time pass?
bool isPause(const llvm::CallBase &Call);

/// Functions that either do what they are asked for and return 0, or change nothing.
bool isTry(const llvm::Instruction &I);
/// A visible operation.
bool isVisible(llvm::Instruction &I);
/// Nothing that anyone could notice, but visible operations.
bool isQuiet(llvm::Instruction &I);
/// A call that may do anything.
bool callsUnknown(llvm::Instruction &I);
/// Of memory that others may write, too.
bool isSharedRead(const llvm::Instruction &I);
/// The same, no visible operation; or a call that may read such memory.
bool isPlainRead(llvm::Instruction &I, EscapeAnalysis &Escape);
/// To one of the function's own.
bool isStoreToVariable(const llvm::Instruction &I);
/// To one of which nobody knows but functions that pause, and of what nobody else may write.
bool isPrivateStore(const llvm::Instruction &I);
/// Of a function that can be looked into.
bool isStaticFunction(const llvm::CallBase &Call);

/// In the copy of a function its loops are known by a call of this with their number, in their
/// header.
constexpr char Mark[] = "mc.waiting.loop";
/// The same, in front of what may be the first try.
constexpr char FirstMark[] = "mc.waiting.loop.first";
/// On reads of the copy that are also reads of the function.
constexpr char ReadMark[] = "mc.read";
/// The number, where I is such a call.
std::optional<unsigned> numberIn(const llvm::Instruction &I, llvm::StringRef Name);
std::optional<unsigned> numberOf(const llvm::Loop &L);

/// `V` on the way from `From` to `To`, where it is a value of two by a condition that is known
/// there.
llvm::Value *valueOnEdge(llvm::Value *V, const llvm::BasicBlock *From, const llvm::BasicBlock *To);
/// What need not be the same in the next iteration; the first one is an iteration like others.
llvm::SmallVector<llvm::PHINode *, 2> carried(const llvm::Loop &L);
/// `V`, if computed in the header, as it is when the loop is entered from `From`. What is new is at
/// the end of that block.
llvm::Value *valueFrom(llvm::BasicBlock *From, llvm::Value *V, const llvm::Loop &L);
/// All that is computed from `Values`, as far as by instructions.
llvm::SmallPtrSet<const llvm::Value *, 16> computedFrom(llvm::ArrayRef<llvm::PHINode *> Values);

} // namespace mcmini

#endif // MCMINI_PASS_ITERATION_H
