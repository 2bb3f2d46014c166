// driver/json.h - the result for programs (--json).
#ifndef MC_DRIVER_JSON_H
#define MC_DRIVER_JSON_H

#include "view.h"

/// Makes sure, before the search, that `path` can be written; if not, it is a usage error.
void json_check(const char *path);

/// Writes the result to `path`, "-" for stdout. False: it could not, and has said why.
bool json_write(const char *path, const struct result_view *view);

#endif // MC_DRIVER_JSON_H
