// The same with gcc's AddressSanitizer, preloaded. Its malloc asks for the time, also where the runtime has
// called what allocates: that is no clock of the program's.
// DEFINE: %{asan} = env ASAN_OPTIONS=detect_leaks=1
// RUN: %gcc -g -fsanitize=address -pthread %S/address-sanitizer-stays.c -o %t
// RUN: %{asan} %mcmini -k %t fine | FileCheck %s --check-prefix=FINE
// FINE: mcmini: ok: nothing found
// FINE: {{^}}2 traces: 2 completed
// RUN: %{asan} not %mcmini --output=all %t 2>&1 | FileCheck %s
// CHECK: AddressSanitizer: heap-buffer-overflow
// And with its LeakSanitizer, which yields while it starts threads. Where that is not seen the program is refused: it
// would yield for ever.
// RUN: %gcc -g -fsanitize=leak -pthread %S/address-sanitizer-stays.c -o %t-leak
// RUN: %if dispatch %{ %mcmini --require-complete %t-leak fine | FileCheck %s --check-prefix=LEAK %}
// LEAK: mcmini: ok: nothing found
// RUN: %gcc %root/test/Inputs/restricted.c -o %t.restricted
// RUN: not %t.restricted --dispatch %mcmini %t-leak fine 2>&1 | FileCheck %s --check-prefix=UNSEEN
// UNSEEN: LeakSanitizer waits by system calls, which this kernel does not show: build the program without -fsanitize=leak
