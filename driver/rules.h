// driver/rules.h - the lists of --ignore, --focus and --suppressions, in the format of clang's
// special case lists: lines of KIND:PATTERN[=ACCESSES], [sections], and # comments.
#ifndef MC_DRIVER_RULES_H
#define MC_DRIVER_RULES_H

#include "names.h"
#include "options.h"

/// Enters the rules of the options, and our own, into the session. A rule that is not understood is
/// a usage error that names its place and the word.
void rules_enter(struct mc_session *session, const struct options *options);

/// Those of a trace file, which are in session->config, take their place.
void rules_enter_traced(struct mc_session *session, const char *path);

/// Takes the races of which a suppression speaks out of the session's findings: they stand behind
/// these.
void rules_suppress(struct mc_session *session, struct names *names);

/// "ignore", "focus", "suppressions", or NULL for our own.
const char *rules_list_name(const struct mc_rule *rule);

#endif // MC_DRIVER_RULES_H
