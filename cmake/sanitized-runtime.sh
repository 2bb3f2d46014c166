#!/bin/sh
# sanitized-runtime.sh NM OBJCOPY AR CC RUNTIME MEMORY RESULT - the runtime for programs with a sanitizer.
#
# In libmcmini.a the functions that stand in the place of libc's are weak, for the program's own to win.
# So are those of AddressSanitizer, which come first. Beside it ours are strong, but for memory and
# static variables, and for what it checks and then calls: there it gets ours in the place of libc's. A
# table names the variable in which it keeps libc's function, if it has one, and ours (start.c). What the
# runtime itself does to memory is none of the sanitizer's business: that is in MEMORY, an object.
set -e
nm=$1 objcopy=$2 ar=$3 cc=$4 runtime=$5 memory=$6 result=$7
theirs='(heap_functions|static_guard)'
behind='(file|state|epoll|pipe|poll|stream|transfer)_functions'
work=$result.parts
rm -rf "$work" "$result"
mkdir "$work"
# object, address and name
weak() { "$nm" -A --defined-only "$runtime" | sed -n "s|.*[:/]\([^:/]*\): *\([0-9a-f]*\) W |\1 \2 |p"; }

weak | grep -Ev "^($theirs|$behind)" | cut -d' ' -f3 >"$work/strong"
"$objcopy" "--localize-symbols=$work/strong" "$runtime" "$work/all.a"
"$objcopy" "--globalize-symbols=$work/strong" "$work/all.a" "$result"

weak | grep -E "^$behind" >"$work/behind"
(cd "$work" && "$ar" x "$result" $(cut -d' ' -f1 behind | sort -u))
for object in $(cut -d' ' -f1 "$work/behind" | sort -u); do
  sed -n "s/^$object \([0-9a-f]*\) \(.*\)/--add-symbol mc_behind_\2=mc_runtime:0x\1,global,function/p" \
    "$work/behind" | xargs "$objcopy" "$work/$object"
  "$ar" r "$result" "$work/$object"
done
while read -r _ _ name; do
  libc="_ZN14__interception$((${#name} + 5))real_${name}E"
  printf '.weak %s\n.hidden %s\n.hidden mc_behind_%s\n.quad %s, mc_behind_%s\n' \
    "$libc" "$libc" "$name" "$libc" "$name"
done <"$work/behind" |
  (echo '.section .note.GNU-stack,"",@progbits; .section mc_sanitizers,"aw",@progbits' && cat) >"$work/table.s"
"$cc" -c "$work/table.s" -o "$work/sanitizer_table.o"
"$objcopy" --redefine-sym memcpy=mc_own_memcpy --redefine-sym memmove=mc_own_memmove \
  --redefine-sym memset=mc_own_memset --redefine-sym memcmp=mc_own_memcmp \
  --redefine-sym bcmp=mc_own_memcmp "$result"
"$ar" r "$result" "$work/sanitizer_table.o" "$memory"
rm -rf "$work"
