// mcmini-cc is clang with a few flags more: it links the runtime where clang links a program, and it
// behaves like clang where there is nothing to do.
// RUN: %mcmini-cc -### -c %s 2>&1 | FileCheck --check-prefix=COMPILE %s
// COMPILE: "-debug-info-kind={{.*}}-load"{{.*}}mcmini.so
// COMPILE-NOT: libmcmini.a
// RUN: %mcmini-cc -### -g0 %s 2>&1 | FileCheck --check-prefix=LINK %s
// LINK-NOT: -debug-info-kind
// LINK: "--push-state" "--whole-archive" "{{[^"]*}}/lib/libmcmini.a" "--pop-state"{{.*}}"--export-dynamic"
// RUN: %mcmini-cc -### -shared -fPIC %s 2>&1 | FileCheck --check-prefix=SHARED %s
// SHARED: "-shared"
// SHARED-NOT: libmcmini.a
// RUN: %mcmini-c++ -### -x c++ %s 2>&1 | FileCheck --check-prefix=CXX %s
// CXX: "-lstdc++"

// RUN: not %mcmini-cc 2>&1 | FileCheck --check-prefix=NOTHING %s
// RUN: not %mcmini-cc -o out 2>&1 | FileCheck --check-prefix=NOTHING %s
// NOTHING: error: no input files
// RUN: %mcmini-cc --version | FileCheck --check-prefix=VERSION %s
// VERSION: clang version
// RUN: not %mcmini-cc -DWRONG -c %s -o %t.o 2>&1 | FileCheck --check-prefix=WRONG %s
// WRONG: error: {{.*}}wrong

// Through a symbolic link, silently, for each way to ask for less than a program.
// RUN: ln -s %mcmini-cc link
// RUN: ./link -Werror -Wall -c %s -o %t.o
// RUN: ./link -Werror -Wall -fsyntax-only %s
// RUN: ./link -Werror -Wall -E %s | FileCheck --check-prefix=PREPROCESSED %s
// PREPROCESSED: int preprocessed_for_mcmini
// RUN: ./link -Werror -Wall -save-temps -S -emit-llvm %s -o - | FileCheck --check-prefix=TEMPS %s
// TEMPS: @preprocessed_for_mcmini
// RUN: ./link -Werror -Wall -x c-header %s -o %t.pch
// RUN: echo 'int *use(void) { return &preprocessed_for_mcmini; }' > use.c
// RUN: ./link -Werror -Wall -include-pch %t.pch -c use.c
// RUN: ./link -Werror -Wall -M %s | FileCheck --check-prefix=DEPENDENCIES %s
// DEPENDENCIES: mcmini/mcmini.h

// RUN: %mcmini-cc --print-flags | FileCheck --check-prefix=FLAGS %s
// FLAGS: -fplugin=[[ROOT:.*]]/lib/mcmini.so -I[[ROOT]]/include -g
// FLAGS-NEXT: --whole-archive [[ROOT]]/lib/libmcmini.a
#include <mcmini/mcmini.h>
#ifdef WRONG
#error wrong
#endif
#ifdef __MCMINI__
extern int preprocessed_for_mcmini;
int preprocessed_for_mcmini;
#endif
