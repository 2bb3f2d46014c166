//===- pass/AccessName.cpp - The source text of an object, from debug information ----===//
// An address is a root (variable, pointer that was loaded, result of a call), a constant number of
// bytes, and indices; MemberName.h finds what lies there in the root's type. The pass runs before
// any optimisation, so that each variable still has its own memory.
//===----------------------------------------------------------------------------------===//
#include "AccessName.h"
#include "Llvm.h"
#include "MemberName.h"
#include "Site.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Module.h"
#include <cstdlib>

using namespace llvm;

namespace mcmini {

enum { MaxDepth = 8 }; // of loads and operators in one name; deeper ones are of no use in a report

//===- From a value to a place ----------------------------------------------------===//

static bool isAnyType(const DIType *) { return true; }

static std::string textOf(const Place &At) {
  return At.IsPointee && !At.Text.empty() ? "*" + At.Text : At.Text;
}

/// What the pointer or reference that lies in `Holder` refers to.
static Place referredPlace(const Place &Holder) {
  if (Holder.Text.empty())
    return {};
  return {textOf(Holder), referredType(Holder.Type), !isReference(Holder.Type)};
}

static Place globalPlace(const GlobalVariable &Global) {
  if (Global.hasPrivateLinkage())
    return {};
  SmallVector<DIGlobalVariableExpression *, 1> Debug;
  Global.getDebugInfo(Debug);
  if (Debug.empty())
    return {demangle(Global.getName().str()), nullptr, false};
  return {Debug[0]->getVariable()->getName().str(), Debug[0]->getVariable()->getType(), false};
}

/// The name of a function without scopes: "operator[]", "f".
static std::string baseName(const Function &F) {
  std::string Name = F.getName().str();
  ItaniumPartialDemangler Demangler;
  if (Demangler.partialDemangle(Name.c_str()))
    return Name;
  if (char *Text = Demangler.getFunctionBaseName(nullptr, nullptr)) {
    Name = Text;
    std::free(Text);
  }
  return Name;
}

static const char *operatorText(unsigned Opcode) {
  switch (Opcode) {
  case Instruction::Add:
    return " + ";
  case Instruction::Sub:
    return " - ";
  case Instruction::Mul:
    return " * ";
  case Instruction::UDiv:
  case Instruction::SDiv:
    return " / ";
  case Instruction::URem:
  case Instruction::SRem:
    return " % ";
  case Instruction::And:
    return " & ";
  default:
    return nullptr;
  }
}

namespace {
class Namer {
public:
  explicit Namer(const Module &M) : Layout(M.getDataLayout()) {}

  /// The place at `Address` whose type is the target; if there is none, the outermost one.
  Place placeAt(Value *Address, const Target &IsTarget, int Depth = 0) const;

  /// A number as the source has it: "i", "(i + 1) % 5"; "*" where it is not known.
  std::string valueText(Value *V, int Depth = 0) const;

private:
  const DataLayout &Layout;

  Place callPlace(const CallBase &Call, int Depth) const;
  Place rootPlace(Value *Root, int Depth) const;
};
} // namespace

/// What a call that returns a pointer or a reference gives. Containers and smart pointers are shown
/// as they are written.
Place Namer::callPlace(const CallBase &Call, int Depth) const {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || Callee->isIntrinsic())
    return {};
  const DIType *Result = nullptr;
  if (const DISubprogram *Subprogram = Callee->getSubprogram())
    if (Subprogram->getType() && Subprogram->getType()->getTypeArray().size() > 0)
      Result = Subprogram->getType()->getTypeArray()[0];
  std::string Name = baseName(*Callee);
  bool IsIndex = Name == "operator[]" && Call.arg_size() == 2;
  bool IsArrow = (Name == "operator->" || Name == "operator*") && Call.arg_size() == 1;
  if (!IsIndex && !IsArrow)
    return {Name + "()", referredType(Result), !isReference(Result)};
  std::string Object = textOf(placeAt(Call.getArgOperand(0), isAnyType, Depth + 1));
  if (Object.empty() || IsArrow)
    return {Object, referredType(Result), true};
  Object += "[" + valueText(Call.getArgOperand(1), Depth + 1) + "]";
  return {Object, referredType(Result), false};
}

/// The parameter that is passed by the address `Root`: an object of a class with a destructor.
static const DILocalVariable *indirectParameter(Value *Root) {
  if (isa<Argument>(Root))
    for (User *Use : Root->users())
      if (auto *Store = dyn_cast<StoreInst>(Use)) {
        DebugVariable Holder = debugVariableAt(Store->getPointerOperand());
        if (Holder.IsIndirect)
          return Holder.Variable;
      }
  return nullptr;
}

/// The place at an address that is not computed from another one.
Place Namer::rootPlace(Value *Root, int Depth) const {
  if (auto *Global = dyn_cast<GlobalVariable>(Root))
    return globalPlace(*Global);
  if (auto *Call = dyn_cast<CallBase>(Root))
    return callPlace(*Call, Depth);
  if (auto *Load = dyn_cast<LoadInst>(Root)) {
    DebugVariable Holder = debugVariableAt(Load->getPointerOperand());
    if (Holder.Variable && Holder.IsIndirect)
      return {Holder.Variable->getName().str(), Holder.Variable->getType(), false};
    return referredPlace(placeAt(Load->getPointerOperand(), isPointerOrReference, Depth + 1));
  }
  DebugVariable Here = debugVariableAt(Root);
  if (Here.Variable && !Here.IsIndirect)
    return {Here.Variable->getName().str(), Here.Variable->getType(), false};
  if (const DILocalVariable *Parameter = indirectParameter(Root))
    return {Parameter->getName().str(), Parameter->getType(), false};
  return {};
}

Place Namer::placeAt(Value *Address, const Target &IsTarget, int Depth) const {
  if (Depth > MaxDepth)
    return {};
  int64_t Offset = 0;
  VariableOffsets Indices;
  while (true) {
    if (auto *Gep = dyn_cast<GEPOperator>(Address)) {
      VariableOffsets Outer;
      int64_t Bytes;
      if (!offsetsOf(*Gep, Layout, Bytes, Outer))
        return {};
      Offset += Bytes;
      Indices.insert(Indices.begin(), Outer.begin(), Outer.end());
      Address = Gep->getPointerOperand();
    } else if (isa<BitCastOperator>(Address) || isa<AddrSpaceCastInst>(Address)) {
      Address = cast<Operator>(Address)->getOperand(0);
    } else if (Value *Variable = threadLocalVariable(Address)) {
      Address = Variable;
    } else {
      break;
    }
  }
  Place Root = rootPlace(Address, Depth);
  if (Root.Text.empty())
    return {};
  auto IndexText = [&](Value *Index) { return valueText(Index, Depth + 1); };
  Place Found = findMember(Root, Offset, Indices, IsTarget, IndexText);
  return Found.Text.empty() ? findMember(Root, Offset, Indices, isAnyType, IndexText) : Found;
}

std::string Namer::valueText(Value *V, int Depth) const {
  while (isa<SExtInst>(V) || isa<ZExtInst>(V) || isa<TruncInst>(V))
    V = cast<CastInst>(V)->getOperand(0);
  if (auto *Constant = dyn_cast<ConstantInt>(V))
    return std::to_string(Constant->getSExtValue());
  if (Depth > MaxDepth)
    return "*";
  if (auto *Load = dyn_cast<LoadInst>(V)) {
    std::string Text = textOf(placeAt(Load->getPointerOperand(), isAnyType, Depth + 1));
    return Text.empty() ? "*" : Text;
  }
  auto *Binary = dyn_cast<BinaryOperator>(V);
  const char *Operator = Binary ? operatorText(Binary->getOpcode()) : nullptr;
  if (!Operator)
    return "*";
  std::string Sides[2];
  for (unsigned I = 0; I < 2; ++I) {
    Sides[I] = valueText(Binary->getOperand(I), Depth + 1);
    if (Sides[I] == "*")
      return "*";
    if (Sides[I].find(' ') != std::string::npos)
      Sides[I] = "(" + Sides[I] + ")";
  }
  return Sides[0] + Operator + Sides[1];
}

//===- What is named --------------------------------------------------------------===//

/// In the C++ library's own code names say nothing to its user: "this->_M_i".
static bool isInLibraryHeader(const Instruction &Where) {
  const DILocation *Location = Where.getDebugLoc();
  return Location && isLibraryFile(Location->getFilename());
}

std::string accessName(const Instruction &Where, Value *Address, uint64_t Size) {
  if (isInLibraryHeader(Where))
    return "";
  auto IsAccessed = [Size](const DIType *T) {
    auto *Member = dyn_cast_or_null<DIDerivedType>(T);
    if (Member && Member->getTag() == dwarf::DW_TAG_member) // a bit field: the first of its unit
      return Member->getSizeInBits() <= 8 * Size;
    return byteSize(T) == static_cast<int64_t>(Size) &&
           (!isa_and_nonnull<DICompositeType>(withoutQualifiers(T)) || isAtomicQualified(T));
  };
  return textOf(Namer(*Where.getModule()).placeAt(Address, IsAccessed));
}

/// The declared type of the first argument's object, by the beginning of the function's name.
static StringRef objectTypeName(StringRef Function) {
  static const std::pair<const char *, const char *> Types[] = {
      {"pthread_exit", ""},
      {"pthread_yield", ""},
      {"thrd_exit", ""},
      {"thrd_yield", ""},
      {"thrd_sleep", ""},
      {"pthread_mutex_", "pthread_mutex_t"},
      {"pthread_rwlock_", "pthread_rwlock_t"},
      {"pthread_cond_", "pthread_cond_t"},
      {"pthread_barrier_", "pthread_barrier_t"},
      {"pthread_spin_", "pthread_spinlock_t"},
      {"pthread_once", "pthread_once_t"},
      {"pthread_", "pthread_t"},
      {"sem_", "sem_t"},
      {"thrd_", "thrd_t"},
      {"mtx_", "mtx_t"},
      {"cnd_", "cnd_t"},
      {"call_once", "once_flag"}};
  for (auto &Row : Types)
    if (startsWith(Function, Row.first))
      return Row.second;
  return "";
}

std::string hookedObjectName(const CallBase &Call) {
  StringRef Function = Call.getCalledOperand()->stripPointerCasts()->getName();
  if (Function == "syscall") // of these the runtime knows futex
    return Call.arg_size() > 1 && Call.getArgOperand(1)->getType()->isPointerTy()
               ? accessName(Call, Call.getArgOperand(1), sizeof(uint32_t))
               : "";
  StringRef TypeName = objectTypeName(Function);
  if (TypeName.empty() || Call.arg_size() == 0 || isInLibraryHeader(Call))
    return "";
  Namer Names(*Call.getModule());
  Value *Object = Call.getArgOperand(0);
  if (Object->getType()->isPointerTy())
    return textOf(
        Names.placeAt(Object, [TypeName](const DIType *T) { return hasTypeName(T, TypeName); }));
  std::string Text = Names.valueText(Object); // pthread_join takes the thread itself
  return Text == "*" ? "" : Text;
}

std::string operationObjectName(const CallBase &Call, StringRef TypeName) {
  if (Call.arg_size() == 0 || TypeName.empty() || !Call.getArgOperand(0)->getType()->isPointerTy())
    return "";
  return textOf(
      Namer(*Call.getModule()).placeAt(Call.getArgOperand(0), [TypeName](const DIType *T) {
        return (withoutQualifiers(T) && withoutQualifiers(T)->getName() == TypeName) ||
               hasTypeName(T, TypeName);
      }));
}

//===- Calls of the C++ library ---------------------------------------------------===//

/// A class name without its scopes and template arguments: "atomic" for "std::atomic<app::T>".
static StringRef shortClassName(StringRef Name) {
  StringRef Short = Name.substr(0, Name.find_first_of("<,>"));
  for (size_t Colon; (Colon = Short.find("::")) != StringRef::npos;)
    Short = Short.substr(Colon + 2);
  return Short;
}

/// Its class (or namespace) and its name.
static std::pair<std::string, std::string> scopeAndName(const Function &F) {
  ItaniumPartialDemangler Demangler;
  std::string Symbol = F.getName().str(); // the demangler keeps pointers into it
  if (Demangler.partialDemangle(Symbol.c_str()) || !Demangler.isFunction())
    return {};
  char *Scope = Demangler.getFunctionDeclContextName(nullptr, nullptr);
  std::pair<std::string, std::string> Result = {Scope ? Scope : "", baseName(F)};
  std::free(Scope);
  return Result;
}

std::string libraryObjectName(const CallBase &Call) {
  auto *Callee = dyn_cast<Function>(Call.getCalledOperand()->stripPointerCasts());
  if (!Callee)
    return "";
  auto [Scope, Name] = scopeAndName(*Callee);
  unsigned Argument = Call.hasStructRetAttr() ? 1 : 0;
  StringRef Class = shortClassName(Scope);
  if (Scope == "std" || Scope == "std::this_thread") { // no class, no object
    if (Name != "call_once" && !startsWith(Name, "atomic_"))
      return "";
    Class = Name == "call_once" ? "once_flag" : "atomic";
  } else if (Class == "lock_guard" || Class == "unique_lock" || Class == "shared_lock" ||
             Class == "scoped_lock") {
    if (Name != Class || (Class == "scoped_lock" && Call.arg_size() != 2))
      return ""; // the guard's name is not that of its mutex, or there are several
    Class = shortClassName(StringRef(Scope).substr(Scope.find('<') + 1));
    ++Argument;
  }
  if (Call.arg_size() <= Argument || !Call.getArgOperand(Argument)->getType()->isPointerTy())
    return "";
  auto IsClass = [Class](const DIType *T) {
    auto *Composite = dyn_cast_or_null<DICompositeType>(withoutQualifiers(T));
    return Composite && shortClassName(Composite->getName()) == Class;
  };
  return textOf(Namer(*Call.getModule()).placeAt(Call.getArgOperand(Argument), IsClass));
}

} // namespace mcmini
