// driver/source.h - the text of source lines.
#ifndef MC_DRIVER_SOURCE_H
#define MC_DRIVER_SOURCE_H

/// Line `line` (from 1) of `file` without its indentation; "" if there is none. A relative name is
/// looked for here, then in each of `folders`, which NULL ends.
const char *source_line(const char *file, unsigned line, const char *const *folders);

/// The name by which that finds the file; `file`, if it does not [lend: as long as the command].
const char *source_path(const char *file, const char *const *folders);

#endif // MC_DRIVER_SOURCE_H
