//===- pass/PlainAccesses.cpp - Hooks that announce plain loads and stores ------------===//
// Loads and stores, volatile ones too; copies and fills; structures passed by value, of which the
// caller makes the copy; what functions of the C library access (ranges.def).
//===----------------------------------------------------------------------------------===//
#include "PlainAccesses.h"
#include "AccessName.h"
#include "Accesses.h"
#include "Assembly.h"
#include "Llvm.h"
#include "Ranges.h"
#include "pass/loops/WaitingLoop.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace mcmini {

static const char Noted[] = "mcmini.sites"; // metadata: a site for each of the accesses

bool isPlainHook(const Function &F) {
  return startsWith(F.getName(), "__mcmini_read") || startsWith(F.getName(), "__mcmini_write");
}

//===- What an instruction accesses -----------------------------------------------===//

namespace {
struct PlainAccess {
  Value *Address;
  uint64_t Size; ///< 0: see Bytes or Library
  bool IsWrite;
  Value *Bytes = nullptr;
  Value *Stored = nullptr;
  bool IsOfLibrary = false;
  Range Library = {};
};
} // namespace

/// The functions of a vtable are constant.
static bool isFromVtable(const Value *Address) {
  auto *Table = dyn_cast<LoadInst>(getUnderlyingObject(Address));
  const MDNode *Type = Table ? Table->getMetadata(LLVMContext::MD_tbaa) : nullptr;
  return Type && Type->isTBAAVtableAccess();
}

static void appendLoad(LoadInst &Load, SmallVectorImpl<PlainAccess> &Accesses) {
  const DataLayout &Layout = Load.getModule()->getDataLayout();
  if (Load.isAtomic() || Load.hasMetadata(LLVMContext::MD_invariant_load) ||
      isFromVtable(Load.getPointerOperand()))
    return;
  Accesses.push_back(
      {Load.getPointerOperand(), Layout.getTypeStoreSize(Load.getType()).getFixedValue(), false});
}

static void appendStore(StoreInst &Store, SmallVectorImpl<PlainAccess> &Accesses) {
  const DataLayout &Layout = Store.getModule()->getDataLayout();
  Value *Stored = Store.getValueOperand();
  if (Store.isAtomic())
    return;
  PlainAccess Access{Store.getPointerOperand(),
                     Layout.getTypeStoreSize(Stored->getType()).getFixedValue(), true};
  Access.Stored = Stored;
  Accesses.push_back(Access);
}

/// lddqu, which is a load.
static bool isUnalignedLoad(const CallBase &Call) {
  StringRef Name = Call.getCalledFunction()->getName();
  return Name == "llvm.x86.sse3.ldu.dq" || Name == "llvm.x86.avx.ldu.dq.256";
}

static PlainAccess ofBytes(Value *Address, Value *Bytes, bool IsWrite) {
  auto *Constant = dyn_cast<ConstantInt>(Bytes);
  return {Address, Constant ? Constant->getZExtValue() : 0, IsWrite, Bytes};
}

static void appendCall(CallBase &Call, SmallVectorImpl<PlainAccess> &Accesses) {
  const DataLayout &Layout = Call.getModule()->getDataLayout();
  for (unsigned I = 0; I < Call.arg_size(); ++I)
    if (Call.isByValArgument(I))
      Accesses.push_back({Call.getArgOperand(I),
                          Layout.getTypeStoreSize(Call.getParamByValType(I)).getFixedValue(),
                          false});
  for (const Range &R : rangesOf(Call)) {
    PlainAccess Access{Call.getArgOperand(R.Pointer), 0, R.IsWrite};
    if (R.Kind == BYTES)
      Access = ofBytes(Access.Address, Call.getArgOperand(R.A), R.IsWrite);
    else if (R.Kind == SIZE)
      Access.Size = R.A;
    Access.IsOfLibrary = true;
    Access.Library = R;
    Accesses.push_back(Access);
  }
}

/// Nobody may do anything with a coroutine's frame while it runs, or is destroyed.
static void appendIntrinsic(CallBase &Call, SmallVectorImpl<PlainAccess> &Accesses) {
  enum { SizeOfPointer = 8 };
  const DataLayout &Layout = Call.getModule()->getDataLayout();
  switch (Call.getIntrinsicID()) {
  case Intrinsic::coro_resume:
  case Intrinsic::coro_destroy:
    Accesses.push_back({Call.getArgOperand(0), SizeOfPointer, true});
    break;
  case Intrinsic::coro_done:
    Accesses.push_back({Call.getArgOperand(0), SizeOfPointer, false});
    break;
  default:
    if (isUnalignedLoad(Call))
      Accesses.push_back({Call.getArgOperand(0),
                          Layout.getTypeStoreSize(Call.getType()).getFixedValue(), false});
  }
}

/// Always in the same order, whatever has been done to the function meanwhile.
static SmallVector<PlainAccess, 2> plainAccesses(Instruction &I) {
  SmallVector<PlainAccess, 2> Accesses;
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    appendLoad(*Load, Accesses);
  } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
    appendStore(*Store, Accesses);
  } else if (auto *Copy = dyn_cast<AnyMemTransferInst>(&I)) {
    Accesses.push_back(ofBytes(Copy->getRawSource(), Copy->getLength(), false));
    Accesses.push_back(ofBytes(Copy->getRawDest(), Copy->getLength(), true));
  } else if (auto *Fill = dyn_cast<AnyMemSetInst>(&I)) {
    Accesses.push_back(ofBytes(Fill->getRawDest(), Fill->getLength(), true));
  } else if (auto *Call = dyn_cast<CallBase>(&I)) {
    if (Call->getIntrinsicID() != Intrinsic::not_intrinsic)
      appendIntrinsic(*Call, Accesses);
    else
      appendCall(*Call, Accesses);
  }
  return Accesses;
}

SmallVector<Value *, 2> writtenAddresses(Instruction &I) {
  SmallVector<Value *, 2> Addresses;
  for (const PlainAccess &A : plainAccesses(I))
    if (A.IsWrite)
      Addresses.push_back(A.Address);
  return Addresses;
}

static Owner ownerOf(const PlainAccess &A, EscapeAnalysis &Escapes) {
  return A.IsOfLibrary && A.Library.isBehindPointer() ? Owner::Everybody
                                                      : Escapes.ownerOf(A.Address);
}

static bool isFunctionsOwn(const PlainAccess &A, EscapeAnalysis &Escapes) {
  return ownerOf(A, Escapes) == Owner::Function;
}

//===- Noting ---------------------------------------------------------------------===//

/// The site of the access; null if it is to be ignored.
static Metadata *placeOf(Instruction &I, const PlainAccess &A, SiteTable &Sites,
                         const IgnoreList &Ignored) {
  std::string Name = accessName(I, A.Address, A.Size);
  if (A.IsOfLibrary && A.Library.isBehindPointer() && !Name.empty())
    Name = "*" + Name;
  return Ignored.contains(Name, A.Address) ? nullptr : ConstantAsMetadata::get(Sites.get(I, Name));
}

void notePlainAccesses(Function &F, SiteTable &Sites, EscapeAnalysis &Escapes,
                       const IgnoreList &Ignored) {
  for (Instruction &I : instructions(F)) {
    SmallVector<PlainAccess, 2> Accesses = plainAccesses(I);
    bool IsOwn = all_of(Accesses, [&](const PlainAccess &A) { return isFunctionsOwn(A, Escapes); });
    if (Accesses.empty() || (IsOwn && !isa<CallBase>(I)))
      continue;
    SmallVector<Metadata *, 2> Places;
    for (const PlainAccess &A : Accesses)
      Places.push_back(IsOwn ? nullptr : placeOf(I, A, Sites, Ignored));
    I.setMetadata(Noted, MDNode::get(F.getContext(), Places));
  }
}

/// Has it a memory operand, does it say that it may access any memory, or name some in its text?
static bool mayAccessMemory(const InlineAsm &Assembly) {
  SmallVector<StringRef, 4> Statements;
  SplitString(Assembly.getAsmString(), Statements, "\n;");
  return any_of(Assembly.ParseConstraints(),
                [](const InlineAsm::ConstraintInfo &Operand) {
                  return Operand.isIndirect || is_contained(Operand.Codes, "{memory}");
                }) ||
         any_of(Statements, [](StringRef Statement) {
           Statement = Statement.ltrim();
           return Statement.find_first_of("([") != StringRef::npos && !startsWith(Statement, "lea");
         });
}

/// Instructions of vectors that access some elements only: which, a mask or other vector says.
static bool accessesElements(const CallBase &Call, EscapeAnalysis &Escapes) {
  StringRef Name = Call.getCalledFunction()->getName();
  if (Call.doesNotAccessMemory() || isUnalignedLoad(Call) || Name.contains("mxcsr") ||
      Name.contains(".clflush") || Name.contains(".clwb") || Name.contains(".monitor") ||
      none_of(ArrayRef<StringRef>{"llvm.x86.", "llvm.masked.", "llvm.vp.", "llvm.matrix."},
              [&](StringRef Prefix) { return startsWith(Name, Prefix); }))
    return false;
  return any_of(Call.args(), [&](Value *Argument) {
    return Argument->getType()->isPtrOrPtrVectorTy() && !isa<ConstantPointerNull>(Argument) &&
           (Argument->getType()->isVectorTy() || !Escapes.isPrivate(Argument));
  });
}

static bool isUnseen(const CallBase &Call, EscapeAnalysis &Escapes) {
  if (Call.getIntrinsicID() != Intrinsic::not_intrinsic)
    return accessesElements(Call, Escapes);
  auto *Assembly = dyn_cast<InlineAsm>(Call.getCalledOperand());
  return Assembly && mayAccessMemory(*Assembly) &&
         effectOf(Call).What == AssemblyEffect::NotUnderstood;
}

void announceUnseen(CallBase &Call, mc_unseen_code What, SiteTable &Sites) {
  IRBuilder<> Builder(&Call);
  FunctionCallee Hook = Call.getModule()->getOrInsertFunction(
      "__mcmini_unseen", Builder.getVoidTy(), bytePointerType(Call.getContext()),
      Builder.getInt32Ty());
  Builder.CreateCall(Hook, {Sites.get(Call, ""), Builder.getInt32(What)})
      ->setTailCallKind(CallInst::TCK_NoTail);
}

void announceUnseen(Function &F, SiteTable &Sites, EscapeAnalysis &Escapes) {
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (Call && isUnseen(*Call, Escapes))
      announceUnseen(*Call, Call->isInlineAsm() ? MC_UNSEEN_ASSEMBLY : MC_UNSEEN_ELEMENTS, Sites);
  }
}

bool hasPlainAccess(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    const MDNode *Places = I.getMetadata(Noted);
    return Places && any_of(Places->operands(), [](const MDOperand &Place) { return Place.get(); });
  });
}

NotedSites replaceSites(Function &F, Constant *Site) {
  NotedSites Former;
  for (Instruction &I : instructions(F))
    if (MDNode *Places = I.getMetadata(Noted)) {
      Former.push_back({&I, Places});
      SmallVector<Metadata *, 2> New;
      for (const MDOperand &Place : Places->operands())
        New.push_back(Place ? ConstantAsMetadata::get(Site) : nullptr);
      I.setMetadata(Noted, MDNode::get(F.getContext(), New));
    }
  return Former;
}

void restoreSites(const NotedSites &Former) {
  for (auto &[I, Places] : Former)
    I->setMetadata(Noted, Places);
}

//===- Hooks ----------------------------------------------------------------------===//

static bool isScalarSize(uint64_t Size) {
  return Size == 1 || Size == 2 || Size == 4 || Size == 8 || Size == 16;
}

/// Can the hook be told what is stored?
static bool hasWord(const PlainAccess &A) {
  return A.Stored && (A.Stored->getType()->isPointerTy() ||
                      A.Stored->getType()->getPrimitiveSizeInBits().getFixedValue() > 0);
}

static void emitHook(IRBuilder<> &Builder, const PlainAccess &A, Constant *Site, Extent At) {
  Module &M = *Builder.GetInsertBlock()->getModule();
  Type *Pointer = bytePointerType(M.getContext()), *Long = Builder.getInt64Ty();
  std::string Name = A.IsWrite ? "__mcmini_write" : "__mcmini_read";
  SmallVector<Value *, 3> Arguments{Site, Builder.CreatePointerCast(At.Address, Pointer)};
  SmallVector<Type *, 3> Types{Pointer, Pointer};
  if (isScalarSize(A.Size) && (!A.IsWrite || A.Size == 16 || hasWord(A))) {
    Name += std::to_string(A.Size);
    if (A.IsWrite && A.Size != 16)
      Arguments.push_back(asWord(Builder, A.Stored));
  } else {
    Name += A.IsOfLibrary && !A.Library.isKnownBefore() ? "_behind" : "_range";
    Arguments.push_back(At.Size);
  }
  if (Arguments.size() == 3)
    Types.push_back(Long);
  FunctionCallee Hook =
      M.getOrInsertFunction(Name, FunctionType::get(Builder.getVoidTy(), Types, false));
  cast<Function>(Hook.getCallee())->setDoesNotThrow();
  CallInst *Call = Builder.CreateCall(Hook, Arguments);
  Call->setTailCallKind(CallInst::TCK_NoTail); // so that a backtrace has the caller
}

/// Where the thread goes on after the call.
static Instruction *behind(CallBase &Call) {
  auto *Invoke = dyn_cast<InvokeInst>(&Call);
  if (!Invoke)
    return Call.getNextNode();
  BasicBlock *Normal = Invoke->getNormalDest();
  if (!Normal->getSinglePredecessor())
    Normal = SplitEdge(Invoke->getParent(), Normal);
  return &*Normal->getFirstInsertionPt();
}

// Flags of the runtime: is what a thread has announced before, and is its own memory, announced?
static const char CoveredToo[] = "__mcmini_all_accesses", OwnToo[] = "__mcmini_own_accesses";

/// Where the code goes that runs before `I` if the runtime has set the flag.
static Instruction *ifSet(const char *Flag, Instruction &I) {
  Module &M = *I.getModule();
  IRBuilder<> Builder(&I);
  Value *IsSet =
      Builder.CreateLoad(Builder.getInt8Ty(), M.getOrInsertGlobal(Flag, Builder.getInt8Ty()));
  MDNode *Rarely = MDBuilder(M.getContext()).createBranchWeights(1, 100000);
  Instruction *Then = SplitBlockAndInsertIfThen(Builder.CreateIsNotNull(IsSet), &I,
                                                /*Unreachable=*/false, Rarely);
  Then->getParent()->setName(Flag == OwnToo ? "mc.own" : "mc.covered");
  return Then;
}

/// Where others may do something before the call, what it reads must not have been read yet.
static void announceAhead(CallBase &Call, const Range &R, Constant *Site) {
  IRBuilder<> Builder(ifSet(CoveredToo, Call));
  Builder.SetCurrentDebugLocation(Call.getDebugLoc());
  Type *Pointer = bytePointerType(Call.getContext());
  const Extent Most = emitBounds(Builder, Call, R);
  FunctionCallee Hook = Call.getModule()->getOrInsertFunction(
      R.IsWrite    ? "__mcmini_write_ahead"
      : R.isText() ? "__mcmini_read_text_ahead"
                   : "__mcmini_read_ahead",
      Builder.getVoidTy(), Pointer, Pointer, Builder.getInt64Ty());
  cast<Function>(Hook.getCallee())->setDoesNotThrow();
  Builder.CreateCall(Hook, {Site, Most.Address, Most.Size})->setTailCallKind(CallInst::TCK_NoTail);
}

/// Where others may have done something since it was announced, while the call was on its way.
static void announceDone(CallBase &Call, const Range &R, Constant *Site) {
  IRBuilder<> Builder(ifSet(CoveredToo, *behind(Call)));
  Builder.SetCurrentDebugLocation(Call.getDebugLoc());
  Type *Pointer = bytePointerType(Call.getContext());
  const Extent At = emitExtent(Builder, Call, R);
  FunctionCallee Hook = Call.getModule()->getOrInsertFunction(
      R.IsWrite ? "__mcmini_write_done" : "__mcmini_read_done", Builder.getVoidTy(), Pointer,
      Pointer, Builder.getInt64Ty());
  cast<Function>(Hook.getCallee())->setDoesNotThrow();
  Builder
      .CreateCall(Hook, {Site, Builder.CreatePointerCast(At.Address, Pointer), At.Size})
      ->setTailCallKind(CallInst::TCK_NoTail);
}

/// `Flag`: only if that is set; null: always.
static void announce(Instruction &I, const PlainAccess &A, Constant *Site, const char *Flag) {
  auto *Call = dyn_cast<CallBase>(&I);
  bool IsBefore = !A.IsOfLibrary || A.Library.isKnownBefore();
  if (!IsBefore && !A.Library.isBehindPointer())
    announceAhead(*Call, A.Library, Site);
  Instruction *At = IsBefore ? &I : behind(*Call);
  IRBuilder<> Builder(Flag ? ifSet(Flag, *At) : At);
  Builder.SetCurrentDebugLocation(I.getDebugLoc());
  Extent Bytes{A.Address, Builder.getInt64(A.Size)};
  if (A.IsOfLibrary)
    Bytes = emitExtent(Builder, *Call, A.Library);
  else if (A.Bytes)
    Bytes.Size = Builder.CreateZExtOrTrunc(A.Bytes, Builder.getInt64Ty());
  emitHook(Builder, A, Site, Bytes);
  if (A.IsOfLibrary && IsBefore && !isQuietLibraryFunction(*Call->getCalledFunction()))
    announceDone(*Call, A.Library, Site);
}

void settleNotedAccesses(Function &F, SiteTable &Sites, EscapeAnalysis &Escapes,
                         const IgnoreList &Ignored) {
  for (Instruction &I : instructions(F)) {
    MDNode *Places = I.getMetadata(Noted);
    if (!Places && !isa<CallBase>(I))
      continue;
    unsigned Known = Places ? Places->getNumOperands() : 0; // a format adds to the end
    SmallVector<Metadata *, 2> Left;
    SmallVector<PlainAccess, 2> Accesses = plainAccesses(I);
    for (unsigned K = 0; K < Accesses.size(); ++K)
      Left.push_back(isFunctionsOwn(Accesses[K], Escapes) ? nullptr
                     : K < Known                          ? Places->getOperand(K).get()
                                 : placeOf(I, Accesses[K], Sites, Ignored));
    I.setMetadata(Noted, MDNode::get(F.getContext(), Left));
  }
}

void announcePlainAccesses(Function &F, const VisibleFunctions &Functions,
                           EscapeAnalysis &Escapes) {
  struct Announced {
    PlainAccess Access;
    Constant *Site;
    bool IsThreads;
  };
  std::vector<Announced> All;
  std::vector<Candidate> Candidates;
  for (Instruction &I : instructions(F)) {
    MDNode *Places = I.getMetadata(Noted);
    if (!Places)
      continue;
    SmallVector<PlainAccess, 2> Accesses = plainAccesses(I);
    for (unsigned K = 0; K < Accesses.size(); ++K)
      if (auto *Site = mdconst::extract_or_null<Constant>(Places->getOperand(K))) {
        All.push_back({Accesses[K], Site, ownerOf(Accesses[K], Escapes) == Owner::Thread});
        Candidates.push_back({&I, Accesses[K].Address, Accesses[K].Size, Accesses[K].IsWrite});
      }
    I.setMetadata(Noted, nullptr);
  }
  findCovered(F, Functions, Candidates);
  for (size_t K = 0; K < All.size(); ++K)
    if (!Candidates[K].IsAnnotated)
      announce(*Candidates[K].Where, All[K].Access, All[K].Site,
               All[K].IsThreads          ? OwnToo
               : Candidates[K].IsCovered ? CoveredToo
                                         : nullptr);
  if (!All.empty())
    forgetMemoryPromises(F);
}

} // namespace mcmini
