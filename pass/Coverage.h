//===- pass/Coverage.h - Accesses that earlier ones have announced --------------------===//
#ifndef MCMINI_PASS_COVERAGE_H
#define MCMINI_PASS_COVERAGE_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

namespace mcmini {

/// Which functions may do something that another thread could notice, or that could notice another
/// thread, other than plain accesses.
class VisibleFunctions {
public:
  explicit VisibleFunctions(llvm::Module &M);

  /// May `I` be or contain a visible operation?
  bool mayBeVisible(const llvm::Instruction &I) const;

private:
  llvm::DenseSet<const llvm::Function *> Visible;
};

/// An access that is to be announced before `Where`, if it is not covered.
struct Candidate {
  llvm::Instruction *Where;
  llvm::Value *Address;
  uint64_t Size; ///< 0: known at run time only, so it covers nothing
  bool IsWrite;
  bool IsCovered = false;   ///< [out]
  bool IsAnnotated = false; ///< [out] it is what MC_READ or MC_WRITE before it has announced
};

/// Finds the candidates, which stand in the order of the function's instructions, that another one
/// covers: on every path to them it is announced before, with no visible operation between, its
/// bytes contain theirs, and it writes if they do. An annotated one is covered too.
void findCovered(llvm::Function &F, const VisibleFunctions &Functions,
                 llvm::MutableArrayRef<Candidate> Candidates);

} // namespace mcmini

#endif // MCMINI_PASS_COVERAGE_H
