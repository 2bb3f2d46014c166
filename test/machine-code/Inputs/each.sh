# each.sh MCMINI SOURCE PROGRAM - each mode of the program, held against the source's lines of that prefix.
for mode in orders counts first sums; do
  $1 -k "$3" $mode > "$3.report"
  FileCheck "$2" --check-prefix="$(echo $mode | tr a-z A-Z)" < "$3.report" || exit 1
done
