//===- pass/PlainAccesses.h - Hooks that announce plain loads and stores --------------===//
// In two steps, since names are those of the source only before any change, and few hooks are
// needed only after some: notePlainAccesses attaches the sites, announcePlainAccesses inserts the
// hooks.
//===----------------------------------------------------------------------------------===//
#ifndef MCMINI_PASS_PLAIN_ACCESSES_H
#define MCMINI_PASS_PLAIN_ACCESSES_H

#include "Coverage.h"
#include "Escape.h"
#include "IgnoreList.h"
#include "Site.h"
#include <mcmini/hooks.h>

namespace mcmini {

/// Is it one of __mcmini_read1 ... __mcmini_write_range? They keep no pointer.
bool isPlainHook(const llvm::Function &F);

/// Attaches its site to every plain access in `F` to memory that others, or a handler of the
/// thread, may reach, unless it is to be ignored. Only such accesses are announced later.
void notePlainAccesses(llvm::Function &F, SiteTable &Sites, EscapeAnalysis &Escapes,
                       const IgnoreList &Ignored);

/// Inserts __mcmini_unseen before `Call`, which does what is not looked at.
void announceUnseen(llvm::CallBase &Call, mc_unseen_code What, SiteTable &Sites);

/// The same before inline assembly that may access memory and is not understood, and before
/// instructions that access some elements of a vector.
void announceUnseen(llvm::Function &F, SiteTable &Sites, EscapeAnalysis &Escapes);

/// Where `I` writes by plain accesses.
llvm::SmallVector<llvm::Value *, 2> writtenAddresses(llvm::Instruction &I);

/// Has a plain access in `F` been noted?
bool hasPlainAccess(const llvm::Function &F);

/// Lets all accesses noted in `F` have the site `Site` instead; returns what they had.
using NotedSites = std::vector<std::pair<llvm::Instruction *, llvm::MDNode *>>;
NotedSites replaceSites(llvm::Function &F, llvm::Constant *Site);
void restoreSites(const NotedSites &Noted);

/// Forgets what has been noted but turned out to be the function's own meanwhile, and notes what
/// calls access by a format that is known only now.
void settleNotedAccesses(llvm::Function &F, SiteTable &Sites, EscapeAnalysis &Escapes,
                         const IgnoreList &Ignored);

/// Inserts the hooks for what has been noted in `F`; of covered accesses, and of the thread's own
/// memory, behind a condition.
void announcePlainAccesses(llvm::Function &F, const VisibleFunctions &Functions,
                           EscapeAnalysis &Escapes);

} // namespace mcmini

#endif // MCMINI_PASS_PLAIN_ACCESSES_H
