# agree.sh MCMINI MCMINI-CC EXAMPLES TRACES: the verdicts of dpor, and of dfs within so many traces.
verdict() { sed -n 's/.*"verdict": "\(.*\)",/\1/p' "$1"; }
while read -r name arguments; do
  "$2" -g "$3/$name.c" -o "$name"
  # shellcheck disable=SC2086 # arguments are words
  "$1" -q --algorithm=dfs --max-traces="$4" --json=dfs.json "./$name" $arguments >dfs.txt
  # shellcheck disable=SC2086
  "$1" -q --json=dpor.json "./$name" $arguments >dpor.txt
  dfs=$(verdict dfs.json) dpor=$(verdict dpor.json)
  echo "$name${arguments:+ $arguments}: dfs $dfs, dpor $dpor"
  case $dfs in
  "$dpor") ;;
  incomplete) [ "$dpor" = ok ] || [ "$dpor" = failed ] || echo "differ" ;;
  *) echo "differ" ;;
  esac
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
