//===- pass/Operations.cpp - Functions that stand for operations of user's primitives ===//
// A call F(a, b) becomes mc.operation.F(site, a, b), a function of the module's own:
//
//   if (__mcmini_native())
//     return F(a, b);       // where F is not defined anywhere: __mcmini_unimplemented
//   return (type)__mcmini_operation(site, &name, (uint64_t[]){a, b});
//
// F is referred to weakly, so that a primitive can be checked before it is implemented.
//===----------------------------------------------------------------------------------===//
#include "Operations.h"
#include "AccessName.h"
#include "HookedCalls.h"
#include "Llvm.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LLVMContext.h"

using namespace llvm;

namespace mcmini {

StringMap<DeclaredOperation> &declaredOperations() {
  static StringMap<DeclaredOperation> Operations;
  return Operations;
}

static Function *calledFunction(const CallBase &Call) {
  return dyn_cast<Function>(Call.getCalledOperand()->stripPointerCasts());
}

/// The operation of a function's name: read_lock, if the annotation says rwwlock alone and the
/// function is rwwlock_read_lock. "": it stands for none.
static std::string operationOf(const DeclaredOperation &Declared) {
  StringRef Name = Declared.Operation, Function = Declared.Function;
  if (Name.contains('.'))
    return Name.str();
  const std::string Prefix = (Name + "_").str();
  return startsWith(Function, Prefix) ? (Name + "." + Function.drop_front(Prefix.size())).str()
                                      : "";
}

bool isOperationCall(const CallBase &Call) {
  const Function *Callee = calledFunction(Call);
  if (!Callee || declaredOperations().empty())
    return false;
  auto Found = declaredOperations().find(Callee->getName());
  return Found != declaredOperations().end() && !operationOf(Found->second).empty();
}

static bool fitsArgument(const Type *T) {
  return T->isPointerTy() || (T->isIntegerTy() && T->getIntegerBitWidth() <= 64);
}

/// Why the function cannot stand for an operation; nullptr if it can.
static const char *whyNot(const Function &F) {
  const FunctionType *Type = F.getFunctionType();
  if (Type->isVarArg())
    return "it has a variable number of arguments";
  if (Type->getNumParams() > 8)
    return "it has more than 8 parameters";
  for (const Argument &A : F.args())
    if (!fitsArgument(A.getType()) || A.hasByValAttr() || A.hasStructRetAttr())
      return "a parameter or the result is neither a pointer nor an integer";
  if (!Type->getReturnType()->isVoidTy() && !fitsArgument(Type->getReturnType()))
    return "the result is neither a pointer nor an integer";
  return nullptr;
}

/// struct mc_operation_name of <mcmini/hooks.h>.
static Constant *nameOf(Module &M, const Function &F, const DeclaredOperation &Declared,
                        SiteTable &Sites) {
  LLVMContext &Context = M.getContext();
  Type *Pointer = bytePointerType(Context), *Word = Type::getInt32Ty(Context);
  unsigned Pointers = 0;
  for (const Argument &A : F.args())
    Pointers |= A.getType()->isPointerTy() ? 1u << A.getArgNo() : 0;
  auto *Struct = StructType::get(Pointer, Pointer, Word, Word, Word);
  Constant *Value = ConstantStruct::get(
      Struct, Sites.string(operationOf(Declared)), Sites.string(Declared.Function),
      ConstantInt::get(Word, F.arg_size()), ConstantInt::get(Word, Pointers),
      ConstantInt::get(Word, Declared.ObjectSize));
  auto *Variable = new GlobalVariable(M, Struct, /*isConstant=*/true, GlobalValue::PrivateLinkage,
                                      Value, "mc.operation.name");
  return ConstantExpr::getPointerCast(Variable, Pointer);
}

static void returnValue(IRBuilder<> &Builder, Value *V, Type *T) {
  if (T->isVoidTy())
    Builder.CreateRetVoid();
  else if (T->isPointerTy())
    Builder.CreateRet(Builder.CreateIntToPtr(V, T));
  else
    Builder.CreateRet(Builder.CreateTrunc(V, T));
}

static void emitNative(Function &Wrapper, BasicBlock *Block, Function &F, Constant *Name) {
  Module &M = *F.getParent();
  LLVMContext &Context = M.getContext();
  IRBuilder<> Builder(Block);
  if (F.isDeclaration()) {
    F.setLinkage(GlobalValue::ExternalWeakLinkage);
    BasicBlock *Missing = BasicBlock::Create(Context, "missing", &Wrapper),
               *Present = BasicBlock::Create(Context, "present", &Wrapper);
    Builder.CreateCondBr(Builder.CreateIsNull(&F), Missing, Present);
    Builder.SetInsertPoint(Missing);
    Builder.CreateCall(M.getOrInsertFunction("__mcmini_unimplemented", Type::getVoidTy(Context),
                                             bytePointerType(Context)),
                       {Name});
    Builder.CreateUnreachable();
    Builder.SetInsertPoint(Present);
  }
  SmallVector<Value *, 8> Arguments;
  for (Argument &A : drop_begin(Wrapper.args()))
    Arguments.push_back(&A);
  CallInst *Call = Builder.CreateCall(&F, Arguments);
  Call->setCallingConv(F.getCallingConv());
  Call->setAttributes(F.getAttributes());
  if (F.getReturnType()->isVoidTy())
    Builder.CreateRetVoid();
  else
    Builder.CreateRet(Call);
}

static void emitOperation(Function &Wrapper, BasicBlock *Block, Constant *Name) {
  Module &M = *Wrapper.getParent();
  LLVMContext &Context = M.getContext();
  Type *Pointer = bytePointerType(Context), *Long = Type::getInt64Ty(Context);
  IRBuilder<> Builder(&Wrapper.getEntryBlock().front());
  auto *Array = ArrayType::get(Long, Wrapper.arg_size()); // one too many
  Value *Memory = Builder.CreateAlloca(Array);
  Builder.SetInsertPoint(Block);
  for (Argument &A : drop_begin(Wrapper.args())) {
    Value *V = A.getType()->isPointerTy() ? Builder.CreatePtrToInt(&A, Long)
                                          : Builder.CreateZExt(&A, Long);
    Builder.CreateStore(V, Builder.CreateConstInBoundsGEP2_64(Array, Memory, 0, A.getArgNo() - 1));
  }
  FunctionCallee Hook =
      M.getOrInsertFunction("__mcmini_operation", Long, Pointer, Pointer, Pointer);
  Value *Result = Builder.CreateCall(
      Hook, {Wrapper.getArg(0), Name, Builder.CreatePointerCast(Memory, Pointer)});
  returnValue(Builder, Result, Wrapper.getReturnType());
}

static Function *makeWrapper(Function &F, const std::string &WrapperName,
                             const DeclaredOperation &Declared, SiteTable &Sites) {
  Module &M = *F.getParent();
  LLVMContext &Context = M.getContext();
  SmallVector<Type *, 8> Types{bytePointerType(Context)};
  append_range(Types, F.getFunctionType()->params());
  auto *Wrapper = Function::Create(FunctionType::get(F.getReturnType(), Types, false),
                                   GlobalValue::InternalLinkage, WrapperName, &M);
  Wrapper->addFnAttr(Attribute::NoInline); // its caller is what reports show
  BasicBlock *Entry = BasicBlock::Create(Context, "", Wrapper),
             *Native = BasicBlock::Create(Context, "native", Wrapper),
             *Checked = BasicBlock::Create(Context, "checked", Wrapper);
  Constant *Name = nameOf(M, F, Declared, Sites);
  IRBuilder<> Builder(Entry);
  Value *IsNative =
      Builder.CreateCall(M.getOrInsertFunction("__mcmini_native", Type::getInt32Ty(Context)));
  Builder.CreateCondBr(Builder.CreateICmpNE(IsNative, Builder.getInt32(0)), Native, Checked);
  emitNative(*Wrapper, Native, F, Name);
  emitOperation(*Wrapper, Checked, Name);
  return Wrapper;
}

void rewriteOperationCall(CallBase &Call, SiteTable &Sites) {
  Function &F = *calledFunction(Call);
  const DeclaredOperation &Declared = declaredOperations().find(F.getName())->second;
  const char *Reason = whyNot(F);
  if (!Reason && Call.getFunctionType() != F.getFunctionType())
    Reason = "it is called as if it had another type";
  if (Reason) {
    Call.getContext().diagnose(DiagnosticInfoUnsupported(*Call.getFunction(),
                                                         Declared.Function +
                                                             " cannot stand for the operation " +
                                                             operationOf(Declared) + ": " + Reason,
                                                         Call.getDebugLoc()));
    return;
  }
  const std::string WrapperName = ("mc.operation." + F.getName()).str();
  Function *Wrapper = F.getParent()->getFunction(WrapperName);
  if (!Wrapper)
    Wrapper = makeWrapper(F, WrapperName, Declared, Sites);
  replaceByHook(Call, Wrapper,
                Sites.getOperation(Call, operationObjectName(Call, Declared.ObjectType)));
}

} // namespace mcmini
