# pairs.sh FOLDER PROGRAM MCMINI... -- COMPILER... - each case of the program, in an empty folder, as
# four configurations see it: which outcomes, and how many traces.
folder=$1 program=$2
shift 2
mcmini=
while [ "$1" != -- ]; do
  mcmini="$mcmini $1"
  shift
done
shift
rm -rf "$folder" && mkdir "$folder" && cd "$folder" || exit 1
for n in $(seq 0 26); do
  "$@" -DCASE="$n" "$program" -o ../case || exit 1
  for how in "" --isolation=fork --algorithm=dpor --algorithm=dfs; do
    $mcmini --output=all $how ../case 2>/dev/null | grep -E '^outcome|^[0-9]+ traces' >../out
    echo case "$n" "$how": $(grep outcome ../out | sort -u) $(grep -o '^[0-9]* traces' ../out)
  done
done
