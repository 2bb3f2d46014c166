# repeats.sh "MCMINI OPTIONS..." PROGRAM - compares the JSON of runs with seeds 7, 7 and 8, without the
# time and the seed.
run() { # run SEED
  # shellcheck disable=SC2086 # several words
  $mcmini --quiet --keep-going --seed="$1" --json=- "$program" | grep -v '"seconds"\|"seed"'
}
mcmini=$1
program=$2
run 7 >first
run 7 >second
run 8 >third
cmp -s first second && echo "seed 7 twice: the same"
cmp -s first third || echo "seeds 7 and 8: different"
