// driver/installed.h - files that belong to the command: it finds them relative to itself, so that
// a tree can be moved.
#ifndef MC_DRIVER_INSTALLED_H
#define MC_DRIVER_INSTALLED_H

/// "lib/libmcmini-preload.so" below the folder above bin/ [own: free]. Whether it is there, is not
/// asked.
char *installed_file(const char *name);

#endif // MC_DRIVER_INSTALLED_H
