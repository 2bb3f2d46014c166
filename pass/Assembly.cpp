//===- pass/Assembly.cpp - What inline assembly does to memory ------------------------===//
//     lock; cmpxchgq $2, $0      is an access to operand 0, as that of atomic_compare_exchange
// Read as the assembler does, AT&T syntax of x86: instructions between ; and newlines, their
// meaning by assembly.def, their operands by the constraints. One that is not in the table, or a
// second one that accesses memory, and nothing is said of the whole. The assembly itself stays.
//===----------------------------------------------------------------------------------===//
#include "Assembly.h"
#include "Llvm.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"
#include <optional>

using namespace llvm;

namespace mcmini {
namespace {

//===- The table ------------------------------------------------------------------===//

struct Mnemonic {
  enum { Operation, Move, Fence, Quiet } Sort = Quiet;
  mc_access Kind = MC_ATOMIC_MODIFY;
  AssemblyOperand Right = AssemblyOperand::NOTHING;
  bool NeedsLock = false;
  uint64_t Size = 0; ///< 0: the suffix or an operand says it
  AtomicOrdering Order = AtomicOrdering::NotAtomic;
};

enum Prefix : bool { NO_LOCK, LOCK };

StringMap<Mnemonic> makeTable() {
  StringMap<Mnemonic> T;
#define MC_ASSEMBLY(mnemonic, kind, operand, prefix)                                               \
  T[#mnemonic] = {Mnemonic::Operation, MC_ATOMIC_##kind, AssemblyOperand::operand, prefix};
#define MC_ASSEMBLY_WIDE(mnemonic, size)                                                           \
  T[#mnemonic] = {Mnemonic::Operation, MC_ATOMIC_MODIFY, AssemblyOperand::NOTHING, LOCK, size};
#define MC_ASSEMBLY_MOVE(mnemonic) T[#mnemonic].Sort = Mnemonic::Move;
#define MC_ASSEMBLY_FENCE(mnemonic, order)                                                         \
  T[#mnemonic].Sort = Mnemonic::Fence;                                                             \
  T[#mnemonic].Order = AtomicOrdering::order;
#define MC_ASSEMBLY_QUIET(mnemonic) T[#mnemonic].Sort = Mnemonic::Quiet;
#include "assembly.def"
#undef MC_ASSEMBLY
#undef MC_ASSEMBLY_WIDE
#undef MC_ASSEMBLY_MOVE
#undef MC_ASSEMBLY_FENCE
#undef MC_ASSEMBLY_QUIET
  return T;
}

/// With the size that a suffix gives.
std::optional<Mnemonic> findMnemonic(StringRef Name) {
  static const StringMap<Mnemonic> Table = makeTable();
  auto Found = Table.find(Name);
  if (Found != Table.end())
    return Found->second;
  static const StringRef Suffixes = "bwlq";
  size_t Suffix = Name.empty() ? StringRef::npos : Suffixes.find(Name.back());
  Found = Suffix == StringRef::npos ? Table.end() : Table.find(Name.drop_back());
  if (Found == Table.end() || Found->second.Size || Found->second.Sort > Mnemonic::Move)
    return std::nullopt;
  Mnemonic Sized = Found->second;
  Sized.Size = uint64_t(1) << Suffix;
  return Sized;
}

//===- Constraints ----------------------------------------------------------------===//

/// What the call passes for an operand, and its result there.
struct Constraint {
  InlineAsm::ConstraintInfo Info;
  Value *Argument = nullptr;   ///< of an input, or the address of memory
  Type *ElementType = nullptr; ///< of memory
};

SmallVector<Constraint, 8> constraintsOf(const CallBase &Call, const InlineAsm &Assembly) {
  SmallVector<Constraint, 8> All;
  unsigned Argument = 0;
  for (const InlineAsm::ConstraintInfo &Info : Assembly.ParseConstraints()) {
    if (Info.Type != InlineAsm::isInput && Info.Type != InlineAsm::isOutput)
      break; // clobbers and labels are no operands
    All.push_back({Info});
    if (Info.Type != InlineAsm::isInput && !Info.isIndirect)
      continue;
    if (Info.isIndirect)
      All.back().ElementType = elementTypeOf(Call, Argument);
    All.back().Argument = Call.getArgOperand(Argument++);
  }
  return All;
}

//===- Operands of an instruction -------------------------------------------------===//

struct Operand {
  enum { Register, Number, Memory, Stack } Sort = Register;
  int Index = -1;           ///< $0: of a register or of memory
  Value *Before = nullptr;  ///< what a register or number is before the assembly, if known
  AssemblyPlace Place = {}; ///< memory; Size is its type's
};

class Reader {
public:
  explicit Reader(const CallBase &Called)
      : Call(Called), Assembly(*cast<InlineAsm>(Called.getCalledOperand())),
        Constraints(constraintsOf(Called, Assembly)) {}

  AssemblyEffect run() {
    SmallVector<StringRef, 4> Statements;
    SplitString(Assembly.getAsmString(), Statements, "\n;");
    bool IsLocked = false, IsUnderstood = Assembly.getDialect() == InlineAsm::AD_ATT;
    for (StringRef Statement : Statements) {
      StringRef Name = word(Statement);
      while (Name == "lock" || Name == "rep") {
        IsLocked |= Name == "lock";
        Name = word(Statement);
      }
      if (Name.empty()) // the prefix of the next one
        continue;
      IsUnderstood = IsUnderstood && read(Name, Statement, IsLocked);
      IsLocked = false;
    }
    if (IsUnderstood && Effect.What == AssemblyEffect::Nothing && !Effect.Reads.empty())
      IsUnderstood = becomeLoad();
    bool IsPlain = !Effect.Reads.empty() || !Effect.Writes.empty();
    if (!IsUnderstood || (Effect.What != AssemblyEffect::Access && IsPlain))
      Effect.What = AssemblyEffect::NotUnderstood;
    appendFlagOutputs();
    return Effect;
  }

private:
  const CallBase &Call;
  const InlineAsm &Assembly;
  const SmallVector<Constraint, 8> Constraints;
  AssemblyEffect Effect;
  int LastRead = -1; ///< the operand that a move has loaded

  /// The first word of `Text`, which loses it.
  static StringRef word(StringRef &Text) {
    Text = Text.trim();
    StringRef First = Text.substr(0, Text.find_first_of(" \t"));
    Text = Text.drop_front(First.size()).ltrim();
    return First;
  }

  //===- Operands ---===//

  /// The value of operand `Index` before the assembly.
  Value *before(unsigned Index) const {
    const Constraint &C = Constraints[Index];
    if (C.Info.Type == InlineAsm::isOutput && C.Info.MatchingInput >= 0)
      return Constraints[C.Info.MatchingInput].Argument;
    return C.Argument;
  }

  bool parseNumbered(StringRef Text, Operand &Parsed) const { // $0, ${0:w}
    unsigned Index = 0;
    if (!Text.empty() && Text.front() == '{' && Text.back() == '}')
      Text = Text.drop_front().drop_back().split(':').first;
    if (Text.getAsInteger(10, Index) || Index >= Constraints.size())
      return false;
    const Constraint &C = Constraints[Index];
    Parsed.Index = Index;
    if (C.Info.isIndirect) {
      Parsed.Sort = Operand::Memory;
      Parsed.Place = {C.Argument, 0, sizeOf(C.ElementType)};
    } else {
      Parsed.Before = before(Index);
    }
    return true;
  }

  bool parseIndirect(StringRef Text, Operand &Parsed) const { // 8($0), -4(%rsp)
    auto [Displacement, Base] = Text.drop_back().split('(');
    int64_t Offset = 0;
    if (!Displacement.empty() && Displacement.getAsInteger(0, Offset))
      return false;
    if (Base == "%rsp" || Base == "%esp") {
      Parsed.Sort = Operand::Stack;
      return true;
    }
    Operand Pointer;
    if (!startsWith(Base, "$") || !parseNumbered(Base.drop_front(), Pointer) ||
        Pointer.Sort != Operand::Register || !Pointer.Before ||
        !Pointer.Before->getType()->isPointerTy())
      return false;
    Parsed.Sort = Operand::Memory;
    Parsed.Place = {Pointer.Before, Offset, 0};
    return true;
  }

  bool parse(StringRef Text, Operand &Parsed) const {
    Text = Text.trim();
    if (Text.empty())
      return false;
    if (Text.back() == ')')
      return parseIndirect(Text, Parsed);
    if (startsWith(Text, "%"))
      return Text.find_first_of(":(*") == StringRef::npos;
    int64_t Value = 0;
    if (startsWith(Text, "$$")) {
      Parsed.Sort = Operand::Number;
      if (Text.drop_front(2).getAsInteger(0, Value))
        return false;
      Parsed.Before = ConstantInt::getSigned(Type::getInt64Ty(Call.getContext()), Value);
      return true;
    }
    return startsWith(Text, "$") && parseNumbered(Text.drop_front(), Parsed);
  }

  uint64_t sizeOf(Type *T) const {
    return T && T->isSized() ? Call.getModule()->getDataLayout().getTypeStoreSize(T) : 0;
  }

  //===- Instructions ---===//

  bool read(StringRef Name, StringRef Text, bool IsLocked) {
    std::optional<Mnemonic> Known = findMnemonic(Name);
    SmallVector<StringRef, 3> Texts;
    SmallVector<Operand, 3> Operands;
    SplitString(Text, Texts, ",");
    if (!Known)
      return false;
    for (StringRef One : Texts)
      if (Operands.emplace_back(); !parse(One, Operands.back()))
        return false;
    switch (Known->Sort) {
    case Mnemonic::Quiet:
      return readQuiet(Name, Operands);
    case Mnemonic::Fence:
      return Operands.empty() && setFence(Known->Order);
    case Mnemonic::Move:
      return Operands.size() == 2 && !IsLocked && readMove(*Known, Operands[0], Operands[1]);
    case Mnemonic::Operation:
      return !Operands.empty() && readOperation(*Known, Operands, IsLocked);
    }
    return false;
  }

  bool setFence(AtomicOrdering Order) {
    if (Effect.What != AssemblyEffect::Nothing)
      return false;
    Effect.What = AssemblyEffect::Fence;
    Effect.Order = Order;
    return true;
  }

  bool readQuiet(StringRef Name, ArrayRef<Operand> Operands) {
    if (!startsWith(Name, "set"))
      return true;
    if (Operands.size() == 1 && Operands[0].Sort == Operand::Memory) {
      Effect.Writes.push_back(Operands[0].Place);
      Effect.Writes.back().Size = 1;
      return true;
    }
    if (Operands.size() != 1 || Operands[0].Sort != Operand::Register)
      return false;
    if (Operands[0].Index >= 0 && (Name.back() == 'e' || Name.back() == 'z'))
      Effect.Flags.push_back({static_cast<unsigned>(Operands[0].Index), Name[3] != 'n'});
    return true;
  }

  static bool isNoMemory(const Operand &O) {
    return O.Sort == Operand::Register || O.Sort == Operand::Number;
  }

  /// `Place` as far as its size is known; `Other` is the instruction's other operand.
  bool setSize(AssemblyPlace &Place, const Mnemonic &Known, const Operand *Other) const {
    if (Known.Size)
      Place.Size = Known.Size;
    else if (Other && Other->Index >= 0 && Other->Before)
      Place.Size = sizeOf(Other->Before->getType());
    return Place.Size == 1 || Place.Size == 2 || Place.Size == 4 || Place.Size == 8 ||
           (Place.Size == 16 && Known.Size);
  }

  /// A value of which the lowest bytes are what the instruction takes.
  static Value *wideEnough(Value *V, uint64_t Size) {
    if (!V || V->getType()->isPointerTy())
      return V;
    return V->getType()->getPrimitiveSizeInBits().getFixedValue() >= 8 * Size ? V : nullptr;
  }

  bool readMove(const Mnemonic &Known, const Operand &From, Operand To) {
    if (isNoMemory(From) && isNoMemory(To))
      return true;
    if (From.Sort == Operand::Memory && To.Sort == Operand::Register) {
      AssemblyPlace Place = From.Place;
      Effect.Reads.push_back(Place);
      LastRead = To.Index;
      return Effect.What == AssemblyEffect::Nothing && setSize(Effect.Reads.back(), Known, nullptr);
    }
    if (To.Sort != Operand::Memory || !isNoMemory(From) || Effect.What != AssemblyEffect::Nothing ||
        !setSize(To.Place, Known, &From))
      return false;
    Effect.What = AssemblyEffect::Access;
    Effect.Kind = MC_ATOMIC_STORE;
    Effect.Order = AtomicOrdering::Release;
    Effect.Place = To.Place;
    Effect.Right = AssemblyOperand::SOURCE;
    Effect.Source = wideEnough(From.Before, To.Place.Size);
    return true;
  }

  /// The one move from memory is all that is done.
  bool becomeLoad() {
    if (Effect.Reads.size() != 1)
      return false;
    Effect.What = AssemblyEffect::Access;
    Effect.Kind = MC_ATOMIC_LOAD;
    Effect.Order = AtomicOrdering::Acquire;
    Effect.Place = Effect.Reads.pop_back_val();
    Effect.Register = LastRead;
    return true;
  }

  /// lock; addl $$0, (%rsp): nobody else looks there, but it orders as a fence does.
  bool readFence(ArrayRef<Operand> Operands) {
    auto *Number = dyn_cast_or_null<ConstantInt>(Operands[0].Before);
    return Operands.size() == 2 && Operands[0].Sort == Operand::Number && Number &&
           Number->isZero() && setFence(AtomicOrdering::SequentiallyConsistent);
  }

  bool readOperation(const Mnemonic &Known, SmallVectorImpl<Operand> &Operands, bool IsLocked) {
    if (all_of(Operands, isNoMemory))
      return !IsLocked;
    if (Known.NeedsLock && !IsLocked)
      return false;
    if (Operands.back().Sort == Operand::Stack)
      return readFence(Operands);
    if (Operands[0].Sort == Operand::Memory && Operands.size() == 2 &&
        Known.Kind == MC_ATOMIC_EXCHANGE)
      std::swap(Operands[0], Operands[1]); // either way round
    Operand To = Operands.back();
    const Operand *From = Operands.size() == 2 ? &Operands[0] : nullptr;
    bool HasSource = Known.Right == AssemblyOperand::SOURCE || isOfBit(Known.Right);
    if (To.Sort != Operand::Memory || Operands.size() > 2 || (From && !isNoMemory(*From)) ||
        (HasSource && !From) || Effect.What != AssemblyEffect::Nothing ||
        !setSize(To.Place, Known, From))
      return false;
    Effect.What = AssemblyEffect::Access;
    Effect.Kind = Known.Kind;
    Effect.Place = To.Place;
    Effect.Right = Known.Right;
    if (From) {
      Effect.Source = wideEnough(From->Before, To.Place.Size);
      Effect.Register = From->Index;
    }
    if (Known.Kind == MC_ATOMIC_COMPARE_EXCHANGE)
      Effect.Expected = wideEnough(accumulator(), To.Place.Size);
    bool IsKnown = (!HasSource || Effect.Source) &&
                   (Known.Kind != MC_ATOMIC_COMPARE_EXCHANGE || Effect.Expected);
    if (!IsKnown && isOfBit(Known.Right))
      return false; // it might be another word
    if (!IsKnown)
      Effect.Kind = MC_ATOMIC_MODIFY;
    return true;
  }

  static bool isOfBit(AssemblyOperand Right) {
    return Right == AssemblyOperand::BIT || Right == AssemblyOperand::OTHER_BITS;
  }

  /// The value in ax, eax or rax.
  Value *accumulator() const {
    for (unsigned I = 0; I < Constraints.size(); ++I)
      if (is_contained(Constraints[I].Info.Codes, "{ax}") && before(I))
        return before(I);
    return nullptr;
  }

  void appendFlagOutputs() {
    for (unsigned I = 0; I < Constraints.size(); ++I)
      for (const std::string &Code : Constraints[I].Info.Codes)
        if (Code == "{@ccz}" || Code == "{@cce}")
          Effect.Flags.push_back({I, true});
        else if (Code == "{@ccnz}" || Code == "{@ccne}")
          Effect.Flags.push_back({I, false});
  }
};

} // namespace

AssemblyEffect effectOf(const CallBase &Call) { return Reader(Call).run(); }

bool isMemoryOperand(const CallBase &Call, unsigned Argument) {
  SmallVector<Constraint, 8> All = constraintsOf(Call, *cast<InlineAsm>(Call.getCalledOperand()));
  return any_of(All,
                [&](const Constraint &C) {
                  return C.Info.isIndirect && C.Argument == Call.getArgOperand(Argument);
                }) &&
         none_of(All, [&](const Constraint &C) { // that holds the pointer as a value
           return !C.Info.isIndirect && C.Argument == Call.getArgOperand(Argument);
         });
}

} // namespace mcmini
