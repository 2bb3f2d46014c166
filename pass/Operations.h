//===- pass/Operations.h - Functions that stand for operations of user's primitives --===//
#ifndef MCMINI_PASS_OPERATIONS_H
#define MCMINI_PASS_OPERATIONS_H

#include "Site.h"
#include "llvm/IR/InstrTypes.h"
#include <string>

namespace mcmini {

/// What MCMINI_PRIMITIVE says of a function.
struct DeclaredOperation {
  std::string Operation;  ///< "rwwlock.read_lock", or "rwwlock": the rest is in the function's name
  std::string Function;   ///< its name in the source, without scopes
  std::string ObjectType; ///< of what its first parameter points to: "rwwlock"; "" where unknown
  uint64_t ObjectSize = 0; ///< in bytes; 0 where unknown
};

/// Those of the source that is being compiled, by symbol. The clang plugin fills it in: the LLVM of
/// a declaration without a body does not have its annotations.
llvm::StringMap<DeclaredOperation> &declaredOperations();

/// Is it a call of such a function, with or without a body?
bool isOperationCall(const llvm::CallBase &Call);

/// Turns F(arguments) into a call of a function of the module's own, with the site in front, that
/// asks the runtime for the operation; in a program that runs without mcmini it calls F. `Call` is
/// gone afterwards.
void rewriteOperationCall(llvm::CallBase &Call, SiteTable &Sites);

} // namespace mcmini

#endif // MCMINI_PASS_OPERATIONS_H
