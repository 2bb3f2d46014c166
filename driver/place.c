// driver/place.c - see place.h.
#include "place.h"
#include "diagnose.h"
#include <stdlib.h>
#include <string.h>

const char *last_part(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

char *place_position(const struct place *place) {
  if (place->line && *place->inside)
    return format_text("%s, from %s:%u", place->inside, last_part(place->file), place->line);
  if (place->line)
    return format_text("%s:%u", last_part(place->file), place->line);
  return format_text("%s", place->function);
}

char *place_in_brackets(const struct place *place) {
  char *position = place_position(place);
  char *text = *position ? format_text(" (%s)", position) : format_text("%s", "");
  free(position);
  return text;
}
