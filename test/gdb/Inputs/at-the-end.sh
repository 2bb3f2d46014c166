# at-the-end.sh MCMINI MCMINI-GDB PROGRAM - each kind of finding, at the end of its trace. A livelock
# is told where the last 1,000 steps of a trace that is cut have changed nothing.
for kind in crash misuse exit assertion livelock; do
  echo "== $kind"
  $1 -q --max-depth=1200 "$3" $kind >/dev/null
  $2 --max-depth=1200 -ex 'mcmini forward end' -ex 'print local' "${3##*/}.$kind-0001.trace" "$3" $kind
done
