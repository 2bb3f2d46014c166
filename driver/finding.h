// driver/finding.h - what a finding is called and says, the same for people, trace files and JSON.
#ifndef MC_DRIVER_FINDING_H
#define MC_DRIVER_FINDING_H

#include "names.h"

/// "deadlock", as in findings.def.
const char *finding_name(const struct mc_finding *finding);

/// "data race", "heap overflow": what such a finding is, as a noun [own: never].
const char *finding_noun(uint32_t kind);

/// The words that a report begins with.
const char *finding_headline(const struct mc_finding *finding);

/// What happened, in one line; of a data race the two accesses [own: free].
char *finding_message(struct names *names, const struct mc_finding *finding);

/// "write", "atomic read": of one of the two accesses of a data race.
const char *finding_access(const struct mc_race_record *access);

/// What the access has read or written, as a signed number. False: it is not known.
bool finding_access_value(const struct mc_session *session, const struct mc_finding *finding,
                          const struct mc_race_record *access, int64_t *value);

/// The frames of session->machine[machine - 1] that are not McMini's; returns how many. Those of
/// malloc and its kin are left out where the stack ends in them.
unsigned finding_frames(const struct names *names, uint32_t machine, struct code_place *frame,
                        unsigned most);

#endif // MC_DRIVER_FINDING_H
