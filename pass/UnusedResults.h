//===- pass/UnusedResults.h - Modifications whose result nobody uses ------------------===//
// Atomic additions commute if nobody looks at what they return. C++ returns it from a function of
// the library, and programs from helpers of their own:
//     template <class T> T atomic<T>::operator++(int) { return fetch_add(1); }
//     count++;
// So a call whose result is unused becomes a call of a copy of the function in which that is known.
//===----------------------------------------------------------------------------------===//
#ifndef MCMINI_PASS_UNUSED_RESULTS_H
#define MCMINI_PASS_UNUSED_RESULTS_H

#include "llvm/IR/Function.h"
#include <vector>

namespace mcmini {

/// Does nothing depend on this value, but perhaps the result of a function that is such a copy?
bool isUnused(const llvm::Value &Result);

/// Makes the copies and lets calls in `Functions` lead to them. A copy is appended to `Functions`,
/// and to `Checked` if its original is there.
void copyForUnusedResults(std::vector<llvm::Function *> &Functions,
                          std::vector<llvm::Function *> &Checked);

} // namespace mcmini

#endif // MCMINI_PASS_UNUSED_RESULTS_H
