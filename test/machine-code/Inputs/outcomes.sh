# outcomes.sh MCMINI SOURCE PROGRAM - what each mode of the program prints in all traces, without repetitions, held
# against the source's lines of that prefix.
for mode in dekker flag spin lost; do
  $1 -k --output=all "$3" $mode > "$3.report"
  grep -E "^(mcmini: [a-z]+: nothing|$mode )" "$3.report" | sort -u > "$3.outcomes"
  FileCheck "$2" --check-prefix="$(echo $mode | tr a-z A-Z)" < "$3.outcomes" || exit 1
done
