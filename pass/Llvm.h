//===- pass/Llvm.h - Everything that differs between LLVM versions ------------------===//
// The pass is written against one API, that of LLVM 19; this file makes LLVM 14 and later look like
// it. 14 differs most in that pointers have types: hooks take i8*, and callers cast.
//===----------------------------------------------------------------------------------===//
#ifndef MCMINI_PASS_LLVM_H
#define MCMINI_PASS_LLVM_H

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/Scalar/SROA.h"

namespace mcmini {

inline llvm::PointerType *bytePointerType(llvm::LLVMContext &Context) {
#if LLVM_VERSION_MAJOR >= 17
  return llvm::PointerType::get(Context, 0);
#else
  return llvm::Type::getInt8PtrTy(Context);
#endif
}

inline bool startsWith(llvm::StringRef Text, llvm::StringRef Prefix) {
  return Text.substr(0, Prefix.size()) == Prefix;
}

/// The source variable that lives at an address.
struct DebugVariable {
  const llvm::DILocalVariable *Variable = nullptr;
  bool IsIndirect = false; ///< the address holds a pointer to the variable
};

inline DebugVariable debugVariableAt(llvm::Value *Address) {
  auto Found = [](const llvm::DILocalVariable *Variable, const llvm::DIExpression *Expression) {
    return DebugVariable{Variable, Expression && Expression->startsWithDeref()};
  };
#if LLVM_VERSION_MAJOR >= 19
  for (llvm::DbgVariableRecord *Record : llvm::findDVRDeclares(Address))
    return Found(Record->getVariable(), Record->getExpression());
  // From -O1 on, clang's assignment tracking has replaced the declarations before we run.
  if (auto *Alloca = llvm::dyn_cast<llvm::AllocaInst>(Address)) {
    for (llvm::DbgVariableRecord *Record : llvm::at::getDVRAssignmentMarkers(Alloca))
      return Found(Record->getVariable(), Record->getExpression());
    for (llvm::DbgAssignIntrinsic *Assign : llvm::at::getAssignmentMarkers(Alloca))
      return Found(Assign->getVariable(), Assign->getExpression());
  }
#endif
#if LLVM_VERSION_MAJOR >= 18
  for (llvm::DbgDeclareInst *Declare : llvm::findDbgDeclares(Address))
    return Found(Declare->getVariable(), Declare->getExpression());
#else
  for (auto *Use : llvm::FindDbgAddrUses(Address))
    return Found(Use->getVariable(), Use->getExpression());
#endif
  return {};
}

/// The variable behind llvm.threadlocal.address, which LLVM 14 does not have; else null.
inline llvm::Value *threadLocalVariable([[maybe_unused]] llvm::Value *Pointer) {
#if LLVM_VERSION_MAJOR >= 15
  if (auto *Call = llvm::dyn_cast<llvm::IntrinsicInst>(Pointer))
    if (Call->getIntrinsicID() == llvm::Intrinsic::threadlocal_address)
      return Call->getArgOperand(0);
#endif
  return nullptr;
}

/// Bytes that a getelementptr adds: `Constant` and, for each index, its value times a scale.
using VariableOffsets = llvm::SmallVector<std::pair<llvm::Value *, int64_t>, 2>;
inline bool offsetsOf(const llvm::GEPOperator &Gep, const llvm::DataLayout &Layout,
                      int64_t &Constant, VariableOffsets &Variables) {
  unsigned Width = Layout.getIndexTypeSizeInBits(Gep.getType());
  llvm::APInt Sum(Width, 0);
  llvm::MapVector<llvm::Value *, llvm::APInt> Scales;
  if (!Gep.collectOffset(Layout, Width, Scales, Sum))
    return false;
  Constant = Sum.getSExtValue();
  for (auto &Scale : Scales)
    Variables.push_back({Scale.first, Scale.second.getSExtValue()});
  return true;
}

/// Before the coroutine is split into the parts between its suspensions.
inline bool isCoroutine(const llvm::Function &F) {
#if LLVM_VERSION_MAJOR >= 15
  return F.isPresplitCoroutine();
#else
  return F.hasFnAttribute("coroutine.presplit");
#endif
}

inline void addScalarReplacement(llvm::FunctionPassManager &Passes) {
#if LLVM_VERSION_MAJOR >= 16
  Passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
#else
  Passes.addPass(llvm::SROAPass());
#endif
}

/// Of memory whose address inline assembly is passed.
inline llvm::Type *elementTypeOf(const llvm::CallBase &Assembly, unsigned Argument) {
#if LLVM_VERSION_MAJOR >= 15
  return Assembly.getParamElementType(Argument);
#else
  llvm::Type *Declared = Assembly.getAttributes().getParamElementType(Argument);
  return Declared ? Declared : Assembly.getArgOperand(Argument)->getType()->getPointerElementType();
#endif
}

/// A read-modify-write whose new value the runtime can compute.
inline bool isKnownModification(const llvm::AtomicRMWInst &Modify) {
  return Modify.getOperation() <= llvm::AtomicRMWInst::UMin;
}

/// The function, as far as its callers know, may from now on read and write any memory.
inline void forgetMemoryPromises(llvm::Function &F) {
#if LLVM_VERSION_MAJOR >= 16
  const llvm::Attribute::AttrKind Promises[] = {llvm::Attribute::Memory};
#else
  const llvm::Attribute::AttrKind Promises[] = {llvm::Attribute::ReadNone,
                                                llvm::Attribute::ReadOnly};
#endif
  for (llvm::Attribute::AttrKind Promise : Promises) {
    F.removeFnAttr(Promise);
    for (llvm::User *Use : F.users())
      if (auto *Call = llvm::dyn_cast<llvm::CallBase>(Use))
        Call->removeFnAttr(Promise);
  }
}

/// Also with -fno-asynchronous-unwind-tables.
inline void keepUnwindTable(llvm::Function &F) {
#if LLVM_VERSION_MAJOR >= 15
  if (F.getUWTableKind() == llvm::UWTableKind::None)
    F.setUWTableKind(llvm::UWTableKind::Sync);
#else
  F.addFnAttr(llvm::Attribute::UWTable);
#endif
}

/// May anything but this function see the memory of `Alloca`?
inline bool mayEscape(const llvm::AllocaInst *Alloca) {
  return llvm::PointerMayBeCaptured(Alloca, /*ReturnCaptures=*/true, /*StoreCaptures=*/true);
}

} // namespace mcmini

#endif // MCMINI_PASS_LLVM_H
