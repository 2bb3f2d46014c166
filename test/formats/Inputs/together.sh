# together.sh MCMINI PROGRAM RUNS - as many runs of the program at once, in one folder, each with another
# seed; the folder's files are held until all have written theirs. Each names another file, which shows its
# finding. Then the same again: the folder does not fill.
mcmini=$1 program=$2 runs=$3
all() {
  for seed in $(seq "$runs"); do
    mkfifo "$1.$seed"
    "$mcmini" -q --algorithm=random --seed="$seed" --json="$1.$seed" "$program" >"$1.$seed.txt" 2>&1 &
  done
  # A report is printed, and its trace file written, before somebody reads the JSON: none has ended.
  for seed in $(seq "$runs"); do
    until grep -q '^The search\|^[0-9]* random' "$1.$seed.txt"; do sleep 0.05; done
  done
  for seed in $(seq "$runs"); do cat "$1.$seed" >/dev/null; done
  wait
  sed -n 's/^To see it again: mcmini replay \(.*\) -- .*/\1/p' "$1".*.txt | sort -u >"$1.files"
  echo "$(wc -l <"$1.files") files for $runs runs, $(ls ./*.trace | wc -l) in the folder"
  while read -r file; do
    "$mcmini" -q replay "$file" -- "$program" 2>&1 | grep -v '^mcmini: warning: address randomisation' | sed -n 's/^\(mcmini: [a-z: ]*\).*/\1/p'
  done <"$1.files" | sort | uniq -c
}
all first
all second
