// driver/place.h - a place in the source, as reports show it.
#ifndef MC_DRIVER_PLACE_H
#define MC_DRIVER_PLACE_H

/// Unknown strings are "".
struct place {
  const char *file, *function, *expression;
  unsigned line;      ///< 0: unknown
  const char *source; ///< the text of the line, without its indentation; "": not found
  const char *path;   ///< of the file, as it was found from the folder of the command
  const char *inside; ///< of a library's code that the line called: "lock in libx.so"; "": none
};

/// "bank.c:12", "lock in libx.so", "lock in libx.so, from bank.c:12", "" [own: free].
char *place_position(const struct place *place);

/// The same behind other words: " (bank.c:12)", "" where nothing is known [own: free].
char *place_in_brackets(const struct place *place);

/// The last part of a path.
const char *last_part(const char *path);

#endif // MC_DRIVER_PLACE_H
