//===- pass/Effects.h - What a thread does without a hook -----------------------------===//
// The runtime recognises a waiting loop while it runs, by an iteration that has changed nothing.
// What it cannot see itself is counted in the thread's __mcmini_effects. Who lets go of the last
// reference to an object may only free it: else it shows which thread that was, also where it has
// but looked (__mcmini_looks_at_itself).
//===----------------------------------------------------------------------------------===//
#ifndef MCMINI_PASS_EFFECTS_H
#define MCMINI_PASS_EFFECTS_H

#include "Escape.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstrTypes.h"

namespace mcmini {

/// Does it give memory back?
bool isDeallocation(const llvm::Function &F);

/// Counts what may tell a thread which one it is: that it names a variable of its own, pthread_self
/// and other functions without memory, assembly. Before anything is merged.
void countLooksAtItself(llvm::Function &F);

class Effects {
public:
  /// Finds the writes of private memory that is not on the stack, before hooks let it escape. The
  /// plain accesses of `Checked` are announced, of the other functions of `Instrumented` they are
  /// not.
  Effects(llvm::ArrayRef<llvm::Function *> Checked, llvm::ArrayRef<llvm::Function *> Instrumented,
          EscapeAnalysis &Escapes);

  /// Counts them, calls of functions that may not be instrumented, and, to offset these, the
  /// functions' own beginnings. After all hooks.
  void announce();

private:
  llvm::ArrayRef<llvm::Function *> Instrumented;
  llvm::SmallPtrSet<const llvm::Function *, 16> Checked;
  llvm::SmallVector<llvm::Instruction *, 8> Writes;

  bool countsItself(const llvm::Function &F) const;
  bool isCounted(const llvm::CallBase &Call) const;
};

} // namespace mcmini

#endif // MCMINI_PASS_EFFECTS_H
