# polls.sh MCMINI MCMINI-CC FOLDER PROGRAM ARGUMENT... - compiles FOLDER/PROGRAM.c and prints, for each
# strategy, its line of counts; for auto its verdict.
mcmini=$1
cc=$2
source=$3/$4.c
include=$3/../Inputs
shift 4
$cc -g -I "$include" "$source" -o program
for strategy in random pct pos; do
  echo "$strategy: $($mcmini --quiet --races=off --algorithm=$strategy --max-traces=200 ./program "$@" |
    grep ' traces: ')"
done
echo "auto: $($mcmini --quiet --races=off --algorithm=auto ./program "$@" | grep '^mcmini: ')"
