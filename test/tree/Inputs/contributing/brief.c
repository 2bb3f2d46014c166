// driver/brief.c - a line for each finding (--brief).
#include "view.h"
#include <stdio.h>

bool brief_write(const char *path, const struct result_view *view);
bool brief_write(const char *path, const struct result_view *view) {
  FILE *out = fopen(path, "w");
  for (unsigned i = 0; out && i < view->findings; i++)
    fprintf(out, "%s: %s\n", view->finding[i].kind, view->finding[i].message);
  return out && !fclose(out);
}
