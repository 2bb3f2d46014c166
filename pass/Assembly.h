//===- pass/Assembly.h - What inline assembly does to memory --------------------------===//
#ifndef MCMINI_PASS_ASSEMBLY_H
#define MCMINI_PASS_ASSEMBLY_H

#include "Accesses.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/AtomicOrdering.h"
#include <mcmini/hooks.h>

namespace mcmini {

/// A place in memory: a pointer operand of the assembly and what is added to it.
struct AssemblyPlace {
  llvm::Value *Pointer = nullptr;
  int64_t Offset = 0;
  uint64_t Size = 0;
};

/// The right side of an operation.
enum class AssemblyOperand { SOURCE, ONE, ALL_BITS, BIT, OTHER_BITS, NOTHING };

/// An output that says whether the result was zero (of a compare-exchange: whether it succeeded),
/// or, unless `IsIfZero`, that it was not.
struct AssemblyFlag {
  unsigned Number; ///< of the operand, as in $0
  bool IsIfZero;
};

/// All that the assembly does: nothing that others could notice, one fence, one access that is
/// atomic, or things that are not understood.
struct AssemblyEffect {
  enum { Nothing, Fence, Access, NotUnderstood } What = Nothing;
  llvm::AtomicOrdering Order = llvm::AtomicOrdering::SequentiallyConsistent;
  mc_access Kind = MC_ATOMIC_MODIFY;
  AssemblyPlace Place;
  AssemblyOperand Right = AssemblyOperand::NOTHING;
  llvm::Value *Source = nullptr;   ///< the instruction's other operand; null: not known
  llvm::Value *Expected = nullptr; ///< of a compare-exchange
  int Register = -1;               ///< the operand that is that other one, as in $0
  llvm::SmallVector<AssemblyFlag, 1> Flags;
  llvm::SmallVector<AssemblyPlace, 2> Reads;  ///< plainly, before the access
  llvm::SmallVector<AssemblyPlace, 1> Writes; ///< plainly, behind it: flags
};

/// `Call` calls inline assembly.
AssemblyEffect effectOf(const llvm::CallBase &Call);

/// Code that computes what the hook before it is told.
Access assemblyAccess(llvm::IRBuilder<> &Builder, const AssemblyEffect &Effect);
llvm::Value *assemblyAddress(llvm::IRBuilder<> &Builder, const AssemblyPlace &Place);

/// Does `Call` only access what the pointer operand `Argument` points to, and keep it nowhere?
bool isMemoryOperand(const llvm::CallBase &Call, unsigned Argument);

/// Puts atomic instructions and fences in the place of the assembly in `F` that is understood with
/// its outputs. For analysis: no code is made of `F`.
void replaceAssembly(llvm::Function &F);

} // namespace mcmini

#endif // MCMINI_PASS_ASSEMBLY_H
