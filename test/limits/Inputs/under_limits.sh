# under_limits.sh MCMINI v|u VALUES... - checks ./one_mutex 3 with `ulimit -v` or `ulimit -u` of each value.
# The number of processes counts for unprivileged users only, and all that they run: so root, as a user of
# its own.
mcmini=$1 kind=$2
shift 2
as_user=
[ "$kind" = v ] || as_user="setpriv --reuid=64321 --clear-groups"
for value; do
  text=$($as_user bash -c "ulimit -$kind $value && exec $mcmini --quiet ./one_mutex 3" 2>&1)
  status=$?
  case $text in
  *"the system refuses"* | *"fork: Resource temporarily unavailable"*) echo "status $status: refused" ;;
  *) echo "status $status: $(echo "$text" | grep traces:)" ;;
  esac
done
