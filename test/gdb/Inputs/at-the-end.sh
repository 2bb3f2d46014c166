# at-the-end.sh MCMINI MCMINI-GDB PROGRAM - each kind of finding, at the end of its trace.
for kind in crash misuse exit assertion livelock; do
  echo "== $kind"
  $1 -q "$3" $kind >/dev/null
  $2 -ex 'mcmini forward end' -ex 'print local' $kind-0001.trace "$3" $kind
done
