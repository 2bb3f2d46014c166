//===- pass/loops/AwaitedValue.h - What the one operation of a waiting loop waits for -===//
#ifndef MCMINI_PASS_AWAITED_VALUE_H
#define MCMINI_PASS_AWAITED_VALUE_H

#include "llvm/IR/Instructions.h"
#include <optional>

namespace mcmini {

/// (value & Mask) is `Until` than Operand.
struct AwaitedValue {
  uint32_t Until;                 ///< enum mc_until
  llvm::Value *Mask = nullptr;    ///< null: all bits
  llvm::Value *Operand = nullptr; ///< null: there is none
};

/// When is `Condition` equal to `Wanted`, in terms of the value that `Operation` reads or of its
/// success? Nothing, where that cannot be told in this form.
std::optional<AwaitedValue> awaitedValue(llvm::Instruction &Operation, llvm::Value *Condition,
                                         bool Wanted);

} // namespace mcmini

#endif // MCMINI_PASS_AWAITED_VALUE_H
