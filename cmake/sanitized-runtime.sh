#!/bin/sh
# sanitized-runtime.sh NM OBJCOPY RUNTIME RESULT - the runtime for programs with a sanitizer.
#
# In libmcmini.a the functions that stand in the place of libc's are weak, for the program's own to win.
# So are those of AddressSanitizer, which come first. Beside it ours are strong, but for memory,
# descriptors and static variables.
set -e
theirs='(heap|file|state|epoll|pipe|poll|stream|transfer)_functions|static_guard'
list=$4.functions
"$1" -A --defined-only "$3" | grep -Ev "$theirs" | sed -n 's/.* W //p' >"$list"
"$2" "--localize-symbols=$list" "$3" "$4"
"$2" "--globalize-symbols=$list" "$4"
rm "$list"
