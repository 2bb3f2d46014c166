//===- pass/Coverage.cpp - Accesses that earlier ones have announced ------------------===//
//     x->n = 1; x->m = 2; lock(&m); x->n++;     of x->n the first write and the last read and write
// Between two visible operations of a thread its accesses all have the same place in
// happens-before, so that of those to the same bytes the first read and the first write find every
// race. (Not so once plain accesses are visible operations themselves: __mcmini_all_accesses.)
//
// Available expressions (Aho, Lam, Sethi, Ullman, Compilers, sec. 9.2.6) over announced accesses.
// An address is a number plus a constant offset; values with the same number are computed alike
// from the same leaves (loads, phis, calls), so they are equal as long as no leaf is computed anew.
//===----------------------------------------------------------------------------------===//
#include "Coverage.h"
#include "Llvm.h"
#include "PlainAccesses.h"
#include "Ranges.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include <map>

using namespace llvm;

namespace mcmini {

enum : uint64_t { MostBits = 1 << 26 }; // of a function's sets; beyond, nothing is covered

//===- Visible operations ---------------------------------------------------------===//

static bool isQuietIntrinsic(const Function &F) {
  return F.isIntrinsic() && !startsWith(F.getName(), "llvm.coro.") &&
         !startsWith(F.getName(), "llvm.eh.sjlj");
}

bool VisibleFunctions::mayBeVisible(const Instruction &I) const {
  if (auto *Fence = dyn_cast<FenceInst>(&I))
    return Fence->getSyncScopeID() != SyncScope::SingleThread;
  if (I.isAtomic())
    return true;
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return false;
  auto *Callee = dyn_cast<Function>(Call->getCalledOperand()->stripPointerCasts());
  if (!Callee)
    return true;
  if (isQuietIntrinsic(*Callee) || isPlainHook(*Callee) || isQuietLibraryFunction(*Callee))
    return false;
  if (Callee->isDeclaration() || Callee->isInterposable())
    return !Call->onlyReadsMemory();
  return Visible.count(Callee);
}

VisibleFunctions::VisibleFunctions(Module &M) {
  SmallVector<const Function *, 32> New;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (mayBeVisible(I)) { // by itself: the set is still empty
        New.push_back(&F);
        break;
      }
  for (const Function *F : New)
    Visible.insert(F);
  while (!New.empty())
    for (const User *Use : New.pop_back_val()->users()) {
      const User *By = Use;
      if (isa<ConstantExpr>(By) && By->hasOneUse()) // a cast of LLVM 14
        By = By->user_back();
      auto *Call = dyn_cast<CallBase>(By);
      if (Call && Visible.insert(Call->getFunction()).second)
        New.push_back(Call->getFunction());
    }
}

//===- Numbers of values ----------------------------------------------------------===//

namespace {

class Numbers {
public:
  explicit Numbers(const DataLayout &DL) : Layout(DL) {}

  struct Address {
    unsigned Base;
    int64_t Offset;
  };

  /// Values must be asked for in the order of the instructions, block by block; see enter().
  Address addressOf(Value *V) {
    Value *Base = V;
    APInt Offset(Layout.getIndexTypeSizeInBits(V->getType()), 0);
    Base = V->stripAndAccumulateConstantOffsets(Layout, Offset, /*AllowNonInbounds=*/true);
    return {numberOf(Base), Offset.getSExtValue()};
  }

  void enter(Instruction &I) {
    if (auto *Store = dyn_cast<StoreInst>(&I)) {
      Held.erase(Store->getPointerOperand());
    } else if (auto *Load = dyn_cast<LoadInst>(&I)) {
      auto *Variable = dyn_cast<AllocaInst>(Load->getPointerOperand());
      if (!Variable || !isAllocaPromotable(Variable))
        return;
      auto New = Held.insert({Variable, Load});
      if (!New.second)
        Known[Load] = numberOf(New.first->second);
    }
  }

  void enterBlock() { Held.clear(); }

  ArrayRef<const Value *> leavesOf(unsigned Number) const { return Leaves[Number]; }

private:
  const DataLayout &Layout;
  DenseMap<const Value *, unsigned> Known;
  std::map<std::vector<uintptr_t>, unsigned> Computed;
  std::vector<SmallVector<const Value *, 2>> Leaves;
  DenseMap<const Value *, Value *> Held; ///< by variable of this function, in this block

  unsigned newNumber(ArrayRef<const Value *> Of) {
    Leaves.emplace_back(Of.begin(), Of.end());
    return Leaves.size() - 1;
  }

  static bool isPure(const Instruction &I) {
    return isa<GetElementPtrInst>(I) || isa<CastInst>(I) || isa<BinaryOperator>(I) ||
           threadLocalVariable(const_cast<Instruction *>(&I));
  }

  unsigned numberOf(Value *V) {
    if (V->getType()->isPointerTy())
      V = V->stripPointerCasts();
    auto Found = Known.find(V);
    if (Found != Known.end())
      return Found->second;
    auto *I = dyn_cast<Instruction>(V);
    unsigned Number = I && isPure(*I)              ? computed(*I)
                      : I && !isStaticVariable(*I) ? newNumber(V)
                                                   : newNumber({});
    return Known[V] = Number;
  }

  static bool isStaticVariable(const Instruction &I) {
    auto *Variable = dyn_cast<AllocaInst>(&I);
    return Variable && Variable->isStaticAlloca();
  }

  unsigned computed(Instruction &I) {
    std::vector<uintptr_t> Key{I.getOpcode(), reinterpret_cast<uintptr_t>(I.getType())};
    if (auto *Gep = dyn_cast<GetElementPtrInst>(&I))
      Key.push_back(reinterpret_cast<uintptr_t>(Gep->getSourceElementType()));
    SmallVector<const Value *, 4> From;
    for (Value *Operand : I.operands()) {
      unsigned Number = numberOf(Operand);
      Key.push_back(Number);
      for (const Value *Leaf : Leaves[Number])
        if (!is_contained(From, Leaf))
          From.push_back(Leaf);
    }
    auto Found = Computed.find(Key);
    return Found != Computed.end() ? Found->second : Computed[Key] = newNumber(From);
  }
};

//===- Available accesses ---------------------------------------------------------===//

/// That some bytes have been announced.
struct Fact {
  Numbers::Address At;
  uint64_t Size;
  bool IsWrite;

  bool covers(const Fact &Other) const {
    return Size && Other.Size && At.Offset <= Other.At.Offset &&
           Other.At.Offset + static_cast<int64_t>(Other.Size) <=
               At.Offset + static_cast<int64_t>(Size) &&
           (IsWrite || !Other.IsWrite);
  }
  bool operator==(const Fact &Other) const {
    return At.Offset == Other.At.Offset && Size == Other.Size && IsWrite == Other.IsWrite;
  }
};

/// An instruction that announces one: a candidate's, or (`Of` null) a visible access.
struct Announcement {
  unsigned Index; ///< of the fact
  Candidate *Of;
};

class Analysis {
public:
  Analysis(Function &TheFunction, const VisibleFunctions &Visibles)
      : F(TheFunction), Functions(Visibles), Values(F.getParent()->getDataLayout()) {}

  void run(MutableArrayRef<Candidate> Candidates) {
    collect(Candidates);
    if (Facts.empty() || Facts.size() * F.size() > MostBits)
      return;
    ReversePostOrderTraversal<Function *> Order(&F);
    for (bool IsChanged = true; IsChanged;) {
      IsChanged = false;
      for (BasicBlock *Block : Order)
        IsChanged |= update(*Block);
    }
    IsMarking = true;
    for (BasicBlock *Block : Order)
      transfer(*Block, atStart(*Block));
  }

private:
  Function &F;
  const VisibleFunctions &Functions;
  Numbers Values;
  std::vector<Fact> Facts;
  DenseMap<const Instruction *, SmallVector<Announcement, 2>> AnnouncedAt;
  DenseMap<const Value *, SmallVector<unsigned, 4>> FactsOfLeaf;
  DenseMap<unsigned, SmallVector<unsigned, 4>> FactsOfBase;
  DenseMap<const BasicBlock *, BitVector> AtEnd;
  DenseSet<const Instruction *> Visible;
  bool IsMarking = false;
  enum : unsigned { None = ~0u };
  unsigned Annotated = None; ///< the fact of an MC_READ or MC_WRITE whose access is next

  void add(Instruction &Where, const Fact &New, Candidate *Of) {
    auto &Same = FactsOfBase[New.At.Base];
    auto Found = find_if(Same, [&](unsigned Index) { return Facts[Index] == New; });
    unsigned Index = Found == Same.end() ? Facts.size() : *Found;
    AnnouncedAt[&Where].push_back({Index, Of});
    if (Found != Same.end())
      return;
    Same.push_back(Index);
    Facts.push_back(New);
    for (const Value *Leaf : Values.leavesOf(New.At.Base))
      FactsOfLeaf[Leaf].push_back(Index);
  }

  /// MC_READ and MC_WRITE announce the access behind them.
  void addVisibleAccess(Instruction &I) {
    auto *Call = dyn_cast<CallInst>(&I);
    const Function *Hook = Call ? Call->getCalledFunction() : nullptr;
    if (!Hook || Hook->getName() != "__mcmini_access")
      return;
    auto *Size = dyn_cast<ConstantInt>(Call->getArgOperand(2));
    auto *Kind = dyn_cast<ConstantInt>(Call->getArgOperand(3));
    if (Size && Kind && Kind->getZExtValue() <= 1)
      add(I,
          {Values.addressOf(Call->getArgOperand(1)), Size->getZExtValue(),
           Kind->getZExtValue() == 1},
          nullptr);
  }

  void collect(MutableArrayRef<Candidate> Candidates) {
    size_t Next = 0;
    for (BasicBlock &Block : F) {
      Values.enterBlock();
      for (Instruction &I : Block) {
        Values.enter(I);
        for (; Next < Candidates.size() && Candidates[Next].Where == &I; ++Next) {
          Candidate &C = Candidates[Next];
          add(I, {Values.addressOf(C.Address), C.Size, C.IsWrite}, &C);
        }
        addVisibleAccess(I);
        if (Functions.mayBeVisible(I))
          Visible.insert(&I);
      }
    }
  }

  BitVector atStart(BasicBlock &Block) {
    BitVector Start(Facts.size(), &Block != &F.getEntryBlock());
    for (BasicBlock *From : predecessors(&Block)) {
      auto Found = AtEnd.find(From); // not yet there: everything
      if (Found != AtEnd.end())
        Start &= Found->second;
    }
    return Start;
  }

  bool isCovered(unsigned Index, const BitVector &Available) const {
    auto Same = FactsOfBase.find(Facts[Index].At.Base);
    return any_of(Same->second, [&](unsigned Other) {
      return Available.test(Other) && Facts[Other].covers(Facts[Index]);
    });
  }

  void announce(Instruction &I, bool AreVisible, BitVector &Available) {
    auto Here = AnnouncedAt.find(&I);
    if (Here == AnnouncedAt.end())
      return;
    for (const Announcement &New : Here->second) {
      if (!New.Of != AreVisible)
        continue;
      if (IsMarking && New.Of) {
        New.Of->IsCovered = isCovered(New.Index, Available);
        New.Of->IsAnnotated = New.Index == Annotated;
      }
      Annotated = New.Of ? None : New.Index;
      if (Facts[New.Index].Size)
        Available.set(New.Index);
    }
  }

  BitVector transfer(BasicBlock &Block, BitVector Available) {
    Annotated = None;
    for (Instruction &I : Block) {
      announce(I, /*AreVisible=*/false, Available);
      if (Visible.count(&I)) {
        Available.reset();
        Annotated = None;
      }
      announce(I, /*AreVisible=*/true, Available);
      auto Changed = FactsOfLeaf.find(&I);
      if (Changed != FactsOfLeaf.end())
        for (unsigned Index : Changed->second)
          Available.reset(Index);
    }
    return Available;
  }

  bool update(BasicBlock &Block) {
    BitVector End = transfer(Block, atStart(Block));
    auto Found = AtEnd.find(&Block);
    if (Found != AtEnd.end() && Found->second == End)
      return false;
    AtEnd[&Block] = std::move(End);
    return true;
  }
};

} // namespace

void findCovered(Function &F, const VisibleFunctions &Functions,
                 MutableArrayRef<Candidate> Candidates) {
  Analysis(F, Functions).run(Candidates);
}

} // namespace mcmini
