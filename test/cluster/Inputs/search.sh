#!/bin/sh
# search.sh MCMINI SCRIPT - an array of tasks searches; one is requeued, and another one is killed.
export SEARCH_URL="$URL" SEARCH_OPTIONS=--lease=3
job=$(sbatch --parsable --array=1-4 "$2" ./readers 18)
until "$1" status "$URL" 2>/dev/null | grep -q '^traces   [0-9]\{5\}'; do sleep 0.2; done
scontrol requeue "${job}_2"
scancel --signal=KILL "${job}_3"
while squeue -h -j "$job" | grep -q .; do sleep 1; done
grep -h ' traces: ' mcmini-*.out | sort | uniq -c | grep ' 262144 '
"$1" status "$URL"
srun -n 2 --overlap "$2" ./readers 18 2>/dev/null | grep -c '^262144 traces: 262144 completed'
