# random.sh INPUTS MCMINI COMPILER GCC FIRST COUNT TRACES - compiles random programs, by gcc at each level, and compares.
/usr/bin/python3 "$1/random_atomics.py" $5 $6 > random.c && $3 -w -O1 random.c -o hooked || exit 1
for level in 0 1 2 3; do
  $4 -w -O$level random.c -o level.$level -pthread || exit 1
done
/usr/bin/python3 "$1/compare_atomics.py" "$2" $5 $6 $7 ./hooked ./level.0 ./level.1 ./level.2 ./level.3
