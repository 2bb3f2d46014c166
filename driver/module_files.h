// driver/module_files.h - the files of a process's machine code, by what they have in them.
#ifndef MC_DRIVER_MODULE_FILES_H
#define MC_DRIVER_MODULE_FILES_H

#include <sys/types.h>

/// A line for each library: its name and build id, or a hash of its content where it has none [own:
/// free]. Where they lie may differ from machine to machine; so the program, whose hash is known,
/// is not among them.
char *module_files_of(pid_t process);

#endif // MC_DRIVER_MODULE_FILES_H
