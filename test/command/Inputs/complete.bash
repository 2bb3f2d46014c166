# complete.bash FILE WORD...: what the completion in FILE offers for the last word, one in a line.
. "$1"
shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
$(complete -p "$1" | sed 's/.*-F \([a-z_]*\).*/\1/')
[ ${#COMPREPLY[@]} = 0 ] || printf '%s\n' "${COMPREPLY[@]}"
