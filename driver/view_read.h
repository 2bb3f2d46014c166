// driver/view_read.h - a view from a result that --json has written.
#ifndef MC_DRIVER_VIEW_READ_H
#define MC_DRIVER_VIEW_READ_H

#include "view.h"

/// The result in the file, to be shown by `options`, and by those that it was made with. What is no
/// such result is a usage error that names the file and the member.
struct result_view *view_read(const char *path, const struct options *options);

#endif // MC_DRIVER_VIEW_READ_H
