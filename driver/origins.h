// driver/origins.h - where options come from that do not stand on the command line, for messages.
#ifndef MC_DRIVER_ORIGINS_H
#define MC_DRIVER_ORIGINS_H

#include <stdbool.h>

/// From now on options are parsed that stand there (".mcmini:3") [lend: for ever]; NULL: on the
/// command line.
void origins_begin(const char *origin);

/// The option --name=word is taken; word NULL: --name. One that is no list takes the place of what
/// other origins have said of it.
void origins_note(const char *name, const char *word, bool is_list);

/// The message with the origins of the options that it names [own: free]: ".mcmini:3: --seed: ...".
char *origins_tell(const char *message);

#endif // MC_DRIVER_ORIGINS_H
