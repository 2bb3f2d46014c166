// mcmini/warnings.h - the lines of warnings.def by name.
#ifndef MCMINI_WARNINGS_H
#define MCMINI_WARNINGS_H

enum mc_warning {
#define MC_WARNING(id, name, text, missing, remedy) MC_WARN_##id,
#define MC_NOTE(id, name, text, reason) MC_WARN_##id,
#define MC_LIMIT(id, name, whose, missing, remedy) MC_WARN_##id,
#include <mcmini/warnings.def>
#undef MC_WARNING
#undef MC_NOTE
#undef MC_LIMIT
  MC_WARNINGS
};

#endif // MCMINI_WARNINGS_H
