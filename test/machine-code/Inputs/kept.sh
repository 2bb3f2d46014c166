# kept.sh MCMINI PROGRAM CACHE - runs the program with scans of machine code that are kept in CACHE, and damages them.
run() {
  XDG_CACHE_HOME=$2 $1 -q --json=- "$3" | grep -E '"(machine_code_hooks|completed|verdict)"' > "$3.$4"
}
same() { cmp -s "$1" "$2" && echo "the same" || echo "another"; }
folder=$3/mcmini/code
run "$1" "$3" "$2" first
grep hooks "$2.first" | sed 's/^ *"//'
entry=$(ls -S "$folder" | grep -- -atomic | head -1)
echo "kept: $entry"
cp "$folder/$entry" "$2.kept"
try() {
  run "$1" "$3" "$2" next
  echo "$4: $(same "$2.first" "$2.next")$5"
}
try "$@" again
damage() {
  run "$1" "$3" "$2" next
  echo "$4: $(same "$2.first" "$2.next"), $(same "$2.kept" "$folder/$entry") entry"
}
printf x | dd of="$folder/$entry" bs=1 seek=200 conv=notrunc 2> /dev/null
damage "$1" "$2" "$3" damaged
printf x | dd of="$folder/$entry" bs=1 conv=notrunc 2> /dev/null
damage "$1" "$2" "$3" "another version"
truncate -s 1000 "$folder/$entry"
damage "$1" "$2" "$3" "cut off"
: > "$folder/$entry"
damage "$1" "$2" "$3" empty
rm -r "$folder"
run "$1" "$3" "$2" one &
run "$1" "$3" "$2" other
wait
echo "two at once: $(same "$2.first" "$2.one"), $(same "$2.first" "$2.other"), $(same "$2.kept" "$folder/$entry") entry"
run "$1" /proc/none "$2" next
echo "no folder: $(same "$2.first" "$2.next")"
: > "$2.file"
run "$1" "$2.file" "$2" next
echo "no writing: $(same "$2.first" "$2.next")"
echo "$(ls "$folder" | grep -c "$entry") file"
