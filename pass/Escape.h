//===- pass/Escape.h - May another thread reach this memory? --------------------------===//
#ifndef MCMINI_PASS_ESCAPE_H
#define MCMINI_PASS_ESCAPE_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instructions.h"

namespace mcmini {

/// What is asked is remembered, so an object of this class is good only until the module changes.
class EscapeAnalysis {
public:
  /// Does the memory at `Address` belong to the function that uses it or to its thread alone, or is
  /// it constant?
  bool isPrivate(llvm::Value *Address);

  /// Is it a thread-local variable whose address nothing in this module gives away?
  bool isThreadsOwn(llvm::GlobalVariable &Variable);

private:
  enum Fate { Stays, IsReturned, Escapes }; ///< of a pointer; the worst that may happen to it

  llvm::DenseMap<const llvm::Value *, Fate> Known;
  llvm::SmallVector<const llvm::Value *, 8> Walked; ///< unfinished, innermost last

  bool isPrivateObject(llvm::Value *Object);
  Fate fateOf(llvm::Value *Root);
  Fate walk(llvm::Value *Root);
  Fate fateOfArgument(llvm::CallBase &Call, unsigned Index);
};

} // namespace mcmini

#endif // MCMINI_PASS_ESCAPE_H
