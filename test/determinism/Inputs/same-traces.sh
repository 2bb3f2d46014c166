# same-traces.sh MCMINI PROGRAM ARGUMENTS... -- "OPTIONS"... - checks PROGRAM, which prints its steps
# (steps.h), once for each word or words of options and in each of these surroundings, and says
# whether all its traces have the same steps in the same order, and the result is the same.
mcmini=$1
program=$(realpath "$2")
shift 2
arguments=
while [ "$1" != -- ]; do
  arguments="$arguments $1"
  shift
done
shift

run() { # run FOLDER COMMAND OPTIONS: from within the folder
  mkdir -p "$1"
  # shellcheck disable=SC2086 # several words each
  (cd "$1" && $2 "$mcmini" --keep-going --quiet --races=off --max-traces=300 --output=all --minimise=off --json=json $3 \
    "$program" $arguments >steps)
  grep -vE '"(seconds|trace_file|report_file|folder|source_root|linted)":' "$1/json" >"$1/result"
  sed 's/^To see it again: .*//' "$1/steps" >>"$1/result"
}

busy() { while :; do :; done; }

for options; do
  run plain "" "$options"
  run again "" "$options"
  run other/folder "env PADDING=$(printf '%05000d' 0) LC_ALL=C" "$options"
  run fixed "setarch $(uname -m) -R env -i" "$options"
  busy &
  one=$!
  busy &
  two=$!
  run load "" "$options"
  kill $one $two
  wait $one $two 2>wait.log
  verdict="the same traces"
  for folder in again other/folder fixed load; do
    diff plain/result $folder/result >&2 || verdict="other traces"
  done
  printf '%s%s %s: %d steps, %s\n' "$(basename "$program")" "$arguments" "$options" \
    "$(grep -cE '^[0-9]+ [a-z_]+ -?[0-9]+ -?[0-9]+$' plain/steps)" "$verdict"
done
