// runtime/schedule/policy.c - which wakeup policy an operation on an object has: as the source says
// for the object (mc_policy), or --policy for all; and what else the user can say of waiting.
//
// A choice is "OBJECT.OPERATION=POLICY" or "OBJECT=POLICY", the latter for all operations of such
// objects. Policies and operations of the program's own are made known by constructors, so their
// names are looked up when they are needed, and checked when the search begins.
#include "schedule.h"
#include "runtime/record/leave.h"
#include "runtime/record/record.h"
#include <string.h>

static const struct mc_policy *const built_in[] = {&mc_policy_arbitrary, &mc_policy_independent,
                                                   &mc_policy_dependent, &mc_policy_fifo,
                                                   &mc_policy_lifo,      &mc_policy_glibc};
static const char *const operation[] = {"mutex.lock", "sem.wait", "cond.wait", "rwlock.read",
                                        "rwlock.write"};
enum { BUILT_IN = sizeof built_in / sizeof *built_in };
enum { OPERATIONS = sizeof operation / sizeof *operation };

//===- What the program adds ------------------------------------------------------------------===//

enum { MOST_OWN = 64 };
static const struct mc_policy *own_policy[MOST_OWN] MC_PER_TRACE;
static const char *own_operation[MOST_OWN] MC_PER_TRACE;
static unsigned own_policies MC_PER_TRACE, own_operations MC_PER_TRACE;

void mc_policy_register(const struct mc_policy *policy) {
  if (own_policies < MOST_OWN)
    own_policy[own_policies++] = policy;
}

void mc_policy_operation(const char *name) {
  if (own_operations < MOST_OWN)
    own_operation[own_operations++] = name;
}

static const struct mc_policy *policy_at(unsigned i) {
  return i < BUILT_IN ? built_in[i] : i - BUILT_IN < own_policies ? own_policy[i - BUILT_IN] : NULL;
}

static const char *operation_at(unsigned i) {
  return i < OPERATIONS                    ? operation[i]
         : i - OPERATIONS < own_operations ? own_operation[i - OPERATIONS]
                                           : NULL;
}

//===- --policy -------------------------------------------------------------------------------===//

/// A part of the option's text.
struct word {
  const char *text;
  size_t length;
};

static bool is(const char *name, struct word word) {
  return strlen(name) == word.length && memcmp(name, word.text, word.length) == 0;
}

/// The word is the operation's name, or its object's alone.
static bool names(struct word word, const char *name) {
  const size_t object = strcspn(name, ".");
  return is(name, word) || (object == word.length && memcmp(name, word.text, object) == 0);
}

static const struct mc_policy *policy_named(struct word word) {
  const struct mc_policy *policy;
  for (unsigned i = 0; (policy = policy_at(i)); i++)
    if (is(policy->name, word))
      return policy;
  return NULL;
}

static bool is_operation(struct word word) {
  for (unsigned i = 0; operation_at(i); i++)
    if (names(word, operation_at(i)))
      return true;
  return false;
}

/// The next choice of the list, which a comma ends. The driver has seen to the `=`.
static bool next_choice(const char **list, struct word *what, struct word *policy) {
  if (!**list)
    return false;
  *what = (struct word){*list, strcspn(*list, "=")};
  policy->text = what->text + what->length + 1;
  policy->length = strcspn(policy->text, ",");
  *list = policy->text + policy->length;
  *list += **list == ',';
  return true;
}

static const char *choices(void) { return mc_session->strings + mc_session->config.policy; }

/// The last choice that means the operation; none, if its policy is not known yet.
static const struct mc_policy *chosen(const char *name) {
  const struct mc_policy *result = NULL;
  struct word what, policy;
  for (const char *list = choices(); next_choice(&list, &what, &policy);)
    if (names(what, name))
      result = policy_named(policy);
  return result;
}

/// Ends everything: the command is wrong.
_Noreturn static void refuse(struct word what, struct word policy, bool of_policy) {
  char text[1500];
  size_t length = mc_format(text, sizeof text, "--policy=");
  const char *words = what.text; // up to the policy's end
  for (; words < policy.text + policy.length && length < 200; words++)
    text[length++] = *words;
  length += mc_format(text + length, sizeof text - length, ": no such %s as ",
                      of_policy ? "policy" : "operation");
  const struct word wrong = of_policy ? policy : what;
  for (size_t i = 0; i < wrong.length && length < 400; i++)
    text[length++] = wrong.text[i];
  length += mc_format(text + length, sizeof text - length, "; expected one of ");
  for (unsigned i = 0; of_policy ? policy_at(i) != NULL : operation_at(i) != NULL; i++)
    length += mc_format(text + length, sizeof text - length, "%s%s", i ? ", " : "",
                        of_policy ? policy_at(i)->name : operation_at(i));
  if (!of_policy)
    mc_format(text + length, sizeof text - length, ", or what stands before the dot");
  mc_session_write();
  mc_session->refused = mc_record_string(text);
  mc_trunk_done(MC_END_REFUSED);
}

void mc_policies_check(void) {
  struct word what, policy;
  for (const char *list = choices(); next_choice(&list, &what, &policy);) {
    if (!is_operation(what))
      refuse(what, policy, false);
    if (!policy_named(policy))
      refuse(what, policy, true);
  }
}

//===- What the source says of an object ------------------------------------------------------===//

static struct mc_setting *setting_at(const volatile void *address) {
  const uint64_t key = (uintptr_t)address;
  for (uint64_t i = key * 0x9e3779b97f4a7c15ull >> 40;; i++) {
    struct mc_setting *setting = &mc_process->setting[i % MC_SETTING_SLOTS];
    if (!setting->address || setting->address == key)
      return setting;
  }
}

static struct mc_setting *make_setting(const volatile void *address) {
  struct mc_setting *setting = setting_at(address);
  if (setting->address)
    return setting;
  MC_CHECK(mc_process->settings < MC_SETTING_SLOTS / 2);
  mc_process->settings++;
  setting->address = (uintptr_t)address;
  return setting;
}

/// An object at the address, of whatever primitive, is in use already.
static bool is_used(const volatile void *address, bool if_only_initialised) {
  for (unsigned i = 0; mc_primitives[i]; i++) {
    const mc_object o = mc_object_find(mc_primitives[i], address);
    if (o != MC_NO_OBJECT && (if_only_initialised || mc_process->object[o].policy_asked))
      return true;
  }
  return false;
}

static void set_policy(const volatile void *object, const char *name,
                       const struct mc_policy *policy, const struct mc_site *site) {
  if (!mc_checking())
    return;
  if (is_used(object, false))
    mc_misuse("mc_policy of an object that threads have waited for already", MC_NO_OBJECT, site);
  mc_guard_open();
  struct mc_setting *setting = make_setting(object);
  unsigned i = 0;
  while (i < MC_SETTING_POLICIES - 1 && setting->of[i].policy &&
         strncmp(setting->of[i].operation, name, sizeof setting->of[i].operation) != 0)
    i++;
  mc_format(setting->of[i].operation, sizeof setting->of[i].operation, "%s", name);
  setting->of[i].policy = policy;
  mc_guard_close();
}

MC_HOOK_VISIBLE void mc_policy(const volatile void *object, const struct mc_policy *policy) {
  set_policy(object, "", policy, MC_CALLER_SITE);
}

MC_HOOK_VISIBLE void mc_policy_of(const volatile void *object, const char *name,
                                  const struct mc_policy *policy) {
  set_policy(object, name, policy, MC_CALLER_SITE);
}

MC_HOOK_VISIBLE void mc_spurious_wakeups(const volatile void *condition, unsigned most) {
  if (!mc_checking())
    return;
  if (is_used(condition, true))
    mc_misuse("mc_spurious_wakeups of a condition variable that is in use already", MC_NO_OBJECT,
              MC_CALLER_SITE);
  mc_guard_open();
  struct mc_setting *setting = make_setting(condition);
  setting->limits_spurious = true;
  setting->spurious = most;
  mc_guard_close();
}

/// For one object, only the part of an operation's name behind the dot is said.
static const struct mc_policy *set_for(const struct mc_setting *setting, const char *name) {
  const struct mc_policy *for_all = NULL;
  const char *after = strchr(name, '.') ? strchr(name, '.') + 1 : name;
  for (unsigned i = 0; i < MC_SETTING_POLICIES && setting->of[i].policy; i++) {
    if (strcmp(setting->of[i].operation, after) == 0)
      return setting->of[i].policy;
    if (!setting->of[i].operation[0])
      for_all = setting->of[i].policy;
  }
  return for_all;
}

/// True if the policy is the same as none: then no queue is needed.
static bool is_arbitrary(const struct mc_policy *policy, const char *name) {
  const bool is_condition = strcmp(name, "cond.wait") == 0;
  return policy == &mc_policy_arbitrary || (policy == &mc_policy_glibc && !is_condition) ||
         (policy == &mc_policy_independent && is_condition);
}

const struct mc_policy *mc_policy_of_object(mc_object object, const volatile void *address,
                                            const char *name) {
  if (!mc_process->object[object].policy_asked) {
    mc_guard_open();
    mc_process->object[object].policy_asked = true;
    mc_guard_close();
  }
  if (!mc_process->settings && !mc_session->config.policy)
    return NULL;
  const struct mc_setting *setting = setting_at(address);
  const struct mc_policy *policy = setting->address ? set_for(setting, name) : NULL;
  if (!policy)
    policy = chosen(name);
  return policy && !is_arbitrary(policy, name) ? policy : NULL;
}

//===- What else can be said of waiting -------------------------------------------------------===//

uint32_t mc_spurious_wakeups_of(const volatile void *address) {
  const struct mc_setting *setting = mc_process->settings ? setting_at(address) : NULL;
  return setting && setting->limits_spurious ? setting->spurious
                                             : mc_session->config.spurious_wakeups;
}

uint32_t mc_firings(void) { return mc_session->config.firings; }

bool mc_value_counts_waiters(void) { return mc_session->config.value_counts_waiters; }

enum mc_preference mc_rwlock_preference(enum mc_preference by_kind) {
  const uint32_t asked = mc_session->config.rwlock_preference; // 1 + enum mc_preference
  return asked ? (enum mc_preference)(asked - 1) : by_kind;
}
