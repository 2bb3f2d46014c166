#!/bin/sh
# database.sh MCMINI BEGUN - what one does with a journal in a database; $URL is where, $PSQL asks it.
mcmini=$1 begun=$2
run() { echo "${URL%/run\?*}/$1?${URL#*\?}"; }
set -x

: a search
$mcmini -q --journal="$(run whole)" ./readers 13 | tail -2
$mcmini status "$(run whole)"
$mcmini resume -q -j 2 "$(run whole)" | tail -2
$mcmini status --watch "$(run whole)"

: another search
$mcmini -q --journal="$(run whole)" ./readers 14 2>&1
cp readers same
$mcmini work -q "$(run whole)" ./same | tail -1
cp ./first other
$mcmini work -q "$(run whole)" ./other 2>&1
$mcmini work "$(run whole)" ./readers 14 2>&1
$mcmini work whole 2>&1

: there and back
python3 $begun J $mcmini -q --journal=J ./readers 13
$mcmini journal copy J "$(run copied)" | sed 's/postgresql.*/URL/'
$mcmini journal copy J "$(run copied)" 2>&1 | sed 's/postgresql[^:]*:[^:]*:/URL:/'
$mcmini journal copy "$(run copied)" K
$mcmini resume -q K | tail -2
$mcmini resume -q "$(run copied)" | tail -2
$mcmini journal move J K 2>&1
$mcmini journal copy J 2>&1
$mcmini journal copy nowhere L 2>&1
ls L 2>&1

: a finding ends the search of all
(until $mcmini status "$(run found)"; do sleep 0.1; done > status.out
 $mcmini work -q "$(run found)" > work.out 2>&1; echo "exit status $?" >> work.out) &
$mcmini -q --journal="$(run found)" ./first assert > first.out 2>&1
echo "exit status $?" >> first.out
wait
$mcmini status "$(run found)" | sed 's/process [0-9]* of [^:]*/process N of HOST/'
$mcmini -q --journal="$(run found)" ./first assert > again.out 2>&1
echo "exit status $?" >> again.out

: names and passwords
$mcmini status "postgresql://mcmini:secret@/postgres/whole?password=secret&${URL#*\?}" 2>&1 | tail -1
$mcmini --journal="postgresql://mcmini:sec@ret@/postgres/a%20b?password=secret" ./readers 13 2>&1
$mcmini status "postgresql://nobody:secret@/nowhere/x?password=secret&${URL#*\?}" 2>&1
$PSQL -c "SELECT count(*) FROM whole.run WHERE value LIKE '%secret%'"

: what those have counted who are gone becomes one row
$PSQL -c "INSERT INTO whole.worker(host, process, is_settled) SELECT '', i, true FROM generate_series(1, 200) AS i"
$mcmini resume -q "$(run whole)" | tail -2
$PSQL -c "SELECT count(*) FROM whole.worker"
$mcmini status "$(run whole)" | grep traces
