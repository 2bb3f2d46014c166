# check_examples.sh CC AROUND PAGES MCMINI...: what is found in the example of each page; KIND.sarif is its result.
cc=$1 around=$2 pages=$3
shift 3
for kind in deadlock assertion crash exit misuse data-race livelock starvation endless use-after-free \
  double-free invalid-free heap-overflow; do
  options=--keep-going
  case $kind in
  starvation) options='--max-depth-per-thread=20 --starvation=50' ;;
  endless) options='--keep-going --trace-timeout=0.5 --minimise=off' ;;
  esac
  sed -n 's/^    //p' "$pages/$kind.md" >example.h
  "$cc" -g -w -I. "$around" -o example || exit
  "$@" -q $options --json=result.json "--sarif=$kind.sarif" ./example >report
  echo "$kind: $(grep -o "\"kind\": \"$kind\"" result.json | head -n 1)"
done
