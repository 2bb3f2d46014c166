//===- pass/LockAll.cpp - std::lock of several mutexes -------------------------------===//
// std::lock, and so std::scoped_lock, locks one, tries the others, and if one is taken gives all
// back and begins anew with that one: with two threads there is no end of schedules. All that it
// promises is that all are locked, without a deadlock ([thread.lock.algorithm]). That is one
// operation, enabled while all of them are free.
//===----------------------------------------------------------------------------------===//
#include "LockAll.h"
#include "Llvm.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace mcmini {

/// The parameters' types, without "&", if it is one.
static SmallVector<StringRef, 4> lockedTypes(StringRef Name) {
  SmallVector<StringRef, 4> Types;
  if (!Name.consume_front("void std::lock<") && !Name.consume_front("void std::__1::lock<"))
    return Types;
  Name = Name.substr(Name.find('(') + 1);
  if (!Name.consume_back("&)"))
    return Types;
  Name.split(Types, "&, ");
  return Types;
}

/// A pthread_mutex_t begins there.
static bool isMutex(StringRef Type) {
  return Type == "mutex" || Type == "recursive_mutex" || Type == "timed_mutex" ||
         Type == "recursive_timed_mutex";
}

/// "mutex" of std::mutex.
static StringRef inLibrary(StringRef Type) {
  if (!Type.consume_front("std::"))
    return "";
  Type.consume_front("__1::");
  return Type;
}

void lockAllAtOnce(Function &F, SiteTable &Sites) {
  if (!F.getName().contains("lockI") || !startsWith(F.getName(), "_ZSt"))
    return;
  const std::string Name = demangle(F.getName().str());
  SmallVector<StringRef, 4> Types = lockedTypes(Name);
  uint32_t Deferred = 0;
  for (unsigned I = 0; I < Types.size(); ++I) {
    StringRef Type = inLibrary(Types[I]);
    if (Type.consume_front("unique_lock<") && Type.consume_back(">")) {
      Type = inLibrary(Type);
      Deferred |= 1u << I;
    }
    if (!isMutex(Type))
      return;
  }
  if (Types.empty() || Types.size() != F.arg_size() || Types.size() > 8)
    return;

  Instruction *Body = &*F.getEntryBlock().getFirstInsertionPt();
  while (isa<AllocaInst>(Body))
    Body = Body->getNextNode();
  IRBuilder<> Builder(Body);
  Type *Pointer = bytePointerType(F.getContext()), *Word = Builder.getInt32Ty();
  auto *List = Builder.CreateAlloca(Pointer, Builder.getInt32(Types.size()));
  for (unsigned I = 0; I < Types.size(); ++I)
    Builder.CreateStore(Builder.CreatePointerCast(F.getArg(I), Pointer),
                        Builder.CreateConstGEP1_32(Pointer, List, I));
  Constant *Site = Sites.get(*Body, "");
  FunctionCallee Hook = F.getParent()->getOrInsertFunction("__mcmini_lock_all", Word, Pointer,
                                                           List->getType(), Word, Word);
  CallInst *Done = Builder.CreateCall(
      Hook, {Site, List, Builder.getInt32(Types.size()), Builder.getInt32(Deferred)});
  Done->setTailCallKind(CallInst::TCK_NoTail);
  Instruction *Then =
      SplitBlockAndInsertIfThen(Builder.CreateIsNotNull(Done), Body, /*Unreachable=*/true);
  ReturnInst::Create(F.getContext(), nullptr, Then);
  Then->eraseFromParent();
}

} // namespace mcmini
