// driver/kind_page.h - docs/explain/KIND.md, a page for each kind of finding, which the build puts
// into the command.
#ifndef MC_DRIVER_KIND_PAGE_H
#define MC_DRIVER_KIND_PAGE_H

#include <stdbool.h>

/// The page, as it is. NULL: there is no such kind.
const char *kind_page(const char *kind);

/// "deadlock: threads wait, and none of them can ever go on" [own: free].
char *kind_page_title(const char *page);

/// What the finding means, and how people mend it [own: free]: the page without its example and
/// without what is about McMini's report, a line for each paragraph. With marks of Markdown, or
/// not.
char *kind_page_help(const char *page, bool has_marks);

/// What people do about such findings: the page's item with that number, from 0, in one line and
/// without its marks; NULL: there are not so many [own: free].
char *kind_page_remedy(const char *page, unsigned number);

#endif // MC_DRIVER_KIND_PAGE_H
