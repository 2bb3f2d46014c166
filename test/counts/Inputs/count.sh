# count.sh "MCMINI OPTIONS..." PROGRAM "ARGUMENTS"... - checks PROGRAM once for each word or words of
# arguments and prints them with the line of counts.
mcmini=$1
program=$2
shift 2
for arguments; do
  # shellcheck disable=SC2086 # several words each
  printf '%s: %s\n' "$arguments" \
    "$($mcmini --keep-going --quiet --output=none "$program" $arguments | grep ' traces: ')"
done
