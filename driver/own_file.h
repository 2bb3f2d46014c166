// driver/own_file.h - files that have the program's name: none is written over that of another
// program, or of a run that has not ended.
#ifndef MC_DRIVER_OWN_FILE_H
#define MC_DRIVER_OWN_FILE_H

#include <stdbool.h>
#include <stddef.h>

struct file_text {
  char *bytes;
  size_t size;
};

struct own_file {
  const char *stem;   ///< "folder/prog"
  const char *ending; ///< ".json"
  bool is_numbered;   ///< the first is prog-0001.json; else prog.json, then prog-2.json
  /// What is there, or its beginning, may be replaced by what is to be written.
  bool (*is_ours)(const struct file_text *old, const struct file_text *new);
};

/// Writes the text to the first of these files that is not there, is the same already, or is ours.
/// Returns its path [own: free]; NULL: it has said why, and left no part of the text.
char *own_file_write(const struct own_file *file, const struct file_text *text);

/// FOLDER/PROGRAM, with the last part of the program's path [own: free].
char *own_file_stem(const char *folder, const char *program);

#endif // MC_DRIVER_OWN_FILE_H
