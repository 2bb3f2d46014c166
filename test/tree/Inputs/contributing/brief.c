// driver/brief.c - a line for each finding (--brief).
#include "formats.h"

bool brief_write(FILE *out, const struct result_view *view) {
  for (unsigned i = 0; i < view->findings; i++)
    fprintf(out, "%s: %s\n", view->finding[i].kind, view->finding[i].message);
  return true;
}
