//===- pass/Escape.h - Who may reach this memory? -------------------------------------===//
#ifndef MCMINI_PASS_ESCAPE_H
#define MCMINI_PASS_ESCAPE_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instructions.h"

namespace mcmini {

/// Who may change memory while a function uses it: what is the thread's, also a signal handler that
/// runs in the same thread. Constants are the function's.
enum class Owner { Everybody, Thread, Function };

/// What is asked is remembered, so an object of this class is good only until the module changes.
class EscapeAnalysis {
public:
  Owner ownerOf(llvm::Value *Address);

  /// Can no other thread reach it?
  bool isPrivate(llvm::Value *Address) { return ownerOf(Address) != Owner::Everybody; }

  /// Is it a thread-local variable whose address nothing in this module gives away?
  bool isThreadsOwn(llvm::GlobalVariable &Variable);

private:
  enum Fate { Stays, IsReturned, Escapes }; ///< of a pointer; the worst that may happen to it

  llvm::DenseMap<const llvm::Value *, Fate> Known;
  llvm::SmallVector<const llvm::Value *, 8> Walked; ///< unfinished, innermost last

  Owner ownerOfObject(llvm::Value *Object);
  Fate fateOf(llvm::Value *Root);
  Fate walk(llvm::Value *Root);
  Fate fateOfArgument(llvm::CallBase &Call, unsigned Index);
};

} // namespace mcmini

#endif // MCMINI_PASS_ESCAPE_H
