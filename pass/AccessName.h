//===- pass/AccessName.h - The source text of an object, from debug information ------===//
#ifndef MCMINI_PASS_ACCESS_NAME_H
#define MCMINI_PASS_ACCESS_NAME_H

#include "llvm/IR/InstrTypes.h"
#include <string>

namespace mcmini {

/// The lvalue of `Size` bytes at `Address`, as the source names it at `Where`: "pool->count",
/// "queue[i].lock"; "" where it is not known.
std::string accessName(const llvm::Instruction &Where, llvm::Value *Address, uint64_t Size);

/// The same for the object of a call of a hooked function (mcmini/hooks.def).
std::string hookedObjectName(const llvm::CallBase &Call);

/// The same for the object, of a type of that name, that the first argument points to.
std::string operationObjectName(const llvm::CallBase &Call, llvm::StringRef TypeName);

/// The same for the object on which a function of the C++ library works: that of a member function,
/// the mutex that a guard takes.
std::string libraryObjectName(const llvm::CallBase &Call);

} // namespace mcmini

#endif // MCMINI_PASS_ACCESS_NAME_H
