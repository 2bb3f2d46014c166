# seeds.sh "MCMINI OPTIONS..." PROGRAM ARGUMENT... - with how many of the seeds 1 to 20 a deadlock is
# found.
mcmini=$1
shift
found=0
for seed in $(seq 20); do
  # shellcheck disable=SC2086 # several words
  $mcmini --quiet --output=none --seed="$seed" "$@" >report && echo "seed $seed: nothing found"
  grep -q '^mcmini: deadlock' report && found=$((found + 1))
done
echo "$found of 20"
