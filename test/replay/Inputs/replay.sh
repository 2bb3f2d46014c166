# replay.sh MCMINI PROGRAM [REBUILT]: for each kind of finding, what is found, and what its trace file
# shows with the program and with the rebuilt one.
kinds() { sed -n 's/.*"kind": "\(.*\)",/\1/p' "$1" | tr '\n' ' ' | sed 's/ *$//'; }
for kind in deadlock assertion crash exit misuse data-race livelock endless; do
  rm -f ./*.trace
  "$1" -q --trace-timeout=0.2 --json=found.json "$2" $kind >found.txt
  trace=$(ls ./*.$kind-*.trace 2>/dev/null)
  [ -n "$trace" ] || { echo "$kind: no trace file; found $(kinds found.json)"; continue; }
  mv "$trace" kept
  "$1" -q --trace-timeout=0.2 --json=again.json replay kept "$2" $kind >again.txt
  [ -z "$3" ] ||
    "$1" -q --trace-timeout=0.2 --json=rebuilt.json replay kept "$3" $kind >rebuilt.txt 2>&1
  echo "$kind: $(kinds found.json), again $(kinds again.json)${3:+, rebuilt $(kinds rebuilt.json)}"
done
