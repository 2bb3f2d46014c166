// driver/html.h - the parts of the page (--html).
#ifndef MC_DRIVER_HTML_H
#define MC_DRIVER_HTML_H

#include <jansson.h>

/// The files of page/, which page.S puts here: the page with a mark where each part belongs.
extern const char mc_page_html[], mc_page_style[], mc_page_script[];

/// The text of the files that places in `value` name, as far as they can be read:
/// {path: [{"first": number of a line, "lines": [...]}, ...]}. A relative path is one from
/// `folder`.
void html_add_sources(json_t *sources, const json_t *value, const char *folder);

#endif // MC_DRIVER_HTML_H
