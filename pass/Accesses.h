//===- pass/Accesses.h - Hooks that announce accesses to memory ----------------------===//
#ifndef MCMINI_PASS_ACCESSES_H
#define MCMINI_PASS_ACCESSES_H

#include "Site.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/AtomicOrdering.h"
#include <mcmini/hooks.h>

namespace mcmini {

/// The arguments of __mcmini_access; values of any width and type, null for 0.
struct Access {
  llvm::Value *Address;
  llvm::Value *Size;
  llvm::Value *Kind; ///< enum mc_access, with the memory orders
  llvm::Value *Operand = nullptr;
  llvm::Value *Expected = nullptr;
};

/// Any scalar as the 64 bits that hooks take: its bytes, zero-extended or cut; null: 0.
llvm::Value *asWord(llvm::IRBuilder<> &Builder, llvm::Value *V);

/// Where memory orders lie in the argument `access` of __mcmini_access.
enum { OrderShift = 8, FailureOrderShift = 12, OrderMask = 7 };
uint32_t orderOf(llvm::AtomicOrdering Ordering);

/// That argument.
uint32_t accessOf(uint32_t Kind, llvm::AtomicOrdering Order,
                  llvm::AtomicOrdering FailureOrder = llvm::AtomicOrdering::NotAtomic);

/// Inserts __mcmini_access or __mcmini_wide_access at the builder's place.
void emitAccess(llvm::IRBuilder<> &Builder, llvm::Constant *Site, const Access &Announced);

/// Is it an atomic instruction or fence, a call of the atomic library, or inline assembly that is
/// understood to be one of these, that another thread can notice?
bool isVisibleAtomic(llvm::Instruction &I);

/// Does it compute a new value from the old one and return a result?
bool isModification(mc_access Kind);
/// Is it a visible atomic that computes a new value from the old one and returns a result?
bool isModification(llvm::Instruction &I);

/// Makes the volatile accesses of `F` to objects of a processor's word or less atomic.
void makeVolatileAtomic(llvm::Function &F);

/// The arguments of the hook for an atomic instruction.
Access instructionAccess(llvm::IRBuilder<> &Builder, llvm::Instruction &I);

/// Inserts the hook that announces it before the visible atomic `I`, which stays.
void announceAtomic(llvm::Instruction &I, SiteTable &Sites);

} // namespace mcmini

#endif // MCMINI_PASS_ACCESSES_H
