# random.sh INPUTS MCMINI COMPILER GCC FIRST COUNT TRACES [PARTS] - compiles random programs, by gcc at each level, and
# compares. PARTS: main, and the threads that are compiled with it by COMPILER ("m0"); each other one is a library by gcc.
rm -rf parts && mkdir -p parts && cd parts || exit 1
/usr/bin/python3 "$1/random_atomics.py" $5 $6 > all.c && $3 --volatile=atomic -w -O1 all.c -o hooked || exit 1
for level in 0 1 2 3; do
  if [ -z "$8" ]; then
    $4 -w -O$level all.c -o level.$level -pthread || exit 1
    continue
  fi
  libraries=
  for part in 0 1 2; do
    case $8 in *$part*) continue ;; esac
    /usr/bin/python3 "$1/random_atomics.py" $5 $6 $part > part$part.c &&
      $4 -w -O$level -fPIC -shared part$part.c -o lib$part.$level.so || exit 1
    libraries="$libraries ./lib$part.$level.so"
  done
  /usr/bin/python3 "$1/random_atomics.py" $5 $6 $8 > main.c &&
    $3 --volatile=atomic -w -O1 -rdynamic main.c $libraries -o level.$level || exit 1
done
/usr/bin/python3 "$1/compare_atomics.py" "$2" $5 $6 $7 ./hooked ./level.0 ./level.1 ./level.2 ./level.3
