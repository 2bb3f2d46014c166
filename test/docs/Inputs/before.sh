# before.sh - what the page $PAGE takes for granted in the folder: ./prog deadlocks (examples/lost_wakeup.c).
cp "$ROOT/examples/lost_wakeup.c" prog.c
case $PAGE in
docs/own-primitive.md | docs/tutorial.md | README.md | docs/findings/*) ;;
docs/primitives.md)
  mkdir primitives
  cp "$ROOT"/examples/primitives/latch.[ch] .
  cp "$ROOT/examples/primitives/programs/latch.c" program.c
  sed -i 's,"../latch.h","latch.h",' program.c
  ;;
docs/lint.md)
  mcmini-cc -g "$ROOT/examples/primitives/programs/latch.c" "$ROOT/examples/primitives/latch.c" -o program
  ;;
docs/input.md)
  mcmini-cc -g prog.c -o prog
  echo one >file
  printf '#!/bin/sh\necho two\n' >generate
  chmod +x generate
  ;;
docs/formats.md)
  mcmini-cc -g prog.c -o prog
  mkdir results
  ;;
inline)
  mcmini-cc -g prog.c -o prog
  mcmini -q ./prog || test $? = 1
  gcc -g prog.c -o a.out -pthread
  mcmini-cc -g -shared -fPIC "$ROOT/examples/primitives/latch.c" -o latch.so
  echo 'fun:no_such' >rules
  echo 'int unused;' >empty.cpp
  ;;
*)
  mcmini-cc -g prog.c -o prog
  mcmini -q ./prog || test $? = 1
  ;;
esac
echo 'pool_lock mutex lock' > pool.locks # of docs/locks.md
