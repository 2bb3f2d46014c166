# agree.sh MCMINI MCMINI-CC EXAMPLES TRACES: the verdicts of dfs, within so many traces, and of the
# other algorithms.
verdict() { sed -n 's/.*"verdict": "\(.*\)",/\1/p' "$1"; }
while read -r name arguments; do
  "$2" -g "$3/$name.c" -o "$name"
  # shellcheck disable=SC2086 # arguments are words
  "$1" -q --algorithm=dfs --max-traces="$4" --json=dfs.json "./$name" $arguments >dfs.txt
  dfs=$(verdict dfs.json) differ=
  line="dfs $dfs"
  for algorithm in optimal pop source dpor; do
    # shellcheck disable=SC2086
    "$1" -q --algorithm=$algorithm --json=other.json "./$name" $arguments >other.txt
    other=$(verdict other.json)
    line="$line, $algorithm $other"
    [ "$algorithm" != optimal ] || optimal=$other
    [ "$other" = "$optimal" ] || differ=yes
  done
  echo "$name${arguments:+ $arguments}: $line"
  case $dfs in
  "$optimal") ;;
  incomplete) [ "$optimal" = ok ] || [ "$optimal" = failed ] || differ=yes ;;
  *) differ=yes ;;
  esac
  [ -z "$differ" ] || echo "differ"
done <<'END'
bank_transfer
barrier 2
lost_wakeup
philosophers_naive 2
philosophers_ordered 2
philosophers_semaphores 2
producer_consumer
producer_consumer_if
producer_consumer_semaphores
readers_writers
thread_pool
thread_pool_race
END
