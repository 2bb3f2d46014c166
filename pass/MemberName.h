//===- pass/MemberName.h - The member that lies at an offset in a type --------------===//
#ifndef MCMINI_PASS_MEMBER_NAME_H
#define MCMINI_PASS_MEMBER_NAME_H

#include "Llvm.h"
#include <functional>
#include <string>

namespace mcmini {

/// Says of a type whether it is the one that is looked for.
using Target = std::function<bool(const llvm::DIType *)>;

/// An lvalue. If `IsPointee`, `Text` is a pointer and the lvalue is what it points to.
struct Place {
  std::string Text; ///< "" if not known
  const llvm::DIType *Type = nullptr;
  bool IsPointee = false;
};

/// Finds the first part of `Root` that lies `Offset` bytes and `Indices` behind its start and is
/// the target. `IndexText` gives the source of an index.
Place findMember(const Place &Root, int64_t Offset, const VariableOffsets &Indices,
                 const Target &IsTarget,
                 const std::function<std::string(llvm::Value *)> &IndexText);

const llvm::DIType *withoutQualifiers(const llvm::DIType *T);
bool isAtomicQualified(const llvm::DIType *T);

/// Is there a typedef of that name between the declared type and the real one?
bool hasTypeName(const llvm::DIType *T, llvm::StringRef Name);

int64_t byteSize(const llvm::DIType *T);

bool isReference(const llvm::DIType *T);
bool isPointerOrReference(const llvm::DIType *T);

/// What a pointer or reference refers to; null for any other type, and for void.
const llvm::DIType *referredType(const llvm::DIType *T);

} // namespace mcmini

#endif // MCMINI_PASS_MEMBER_NAME_H
