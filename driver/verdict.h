// driver/verdict.h - the four words for a result.
#ifndef MC_DRIVER_VERDICT_H
#define MC_DRIVER_VERDICT_H

enum verdict { VERDICT_OK, VERDICT_FAILED, VERDICT_INCOMPLETE, VERDICT_NONDETERMINISTIC };

/// "ok", "failed", ...
const char *verdict_name(enum verdict verdict);

#endif // MC_DRIVER_VERDICT_H
