# examples.sh MCMINI MCMINI-CC EXAMPLES - lints each example; prints what is said of primitives.
while read -r name arguments; do
  "$2" -g "$3/$name.c" -o "$name" -pthread
  # shellcheck disable=SC2086 # arguments are words
  "$1" -q --lint --algorithm=optimal --output=none "./$name" $arguments >"$name.txt"
  states=$(sed -n 's/^ *linter  *\([0-9]*\) states.*/\1/p' "$name.txt")
  echo "$name: ${states:-no} states, $(grep -c 'wrong declaration' "$name.txt") wrong"
done <<'END'
bank_transfer
barrier 3
lost_wakeup
philosophers_naive 4
philosophers_ordered 5
philosophers_semaphores 3
producer_consumer
producer_consumer_if
producer_consumer_semaphores
readers_writers
thread_pool
thread_pool_race
END
