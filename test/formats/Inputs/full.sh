# full.sh MCMINI PROGRAM - checks the program with its files on a disk of so many pages: how the command ends,
# what it says of its files, and which are left.
mkdir full
for pages in 0 2; do
  mount -t tmpfs -o size=16k none full
  head -c $((4096 * (4 - pages))) /dev/zero >full/filler
  echo "== $pages"
  "$1" -q --output-dir=full --json=full/made.json --sarif=full/made.sarif --junit=full/made.xml "$2" >said 2>&1
  echo "status $?"
  grep -e '^mcmini: ' -e 'To see it again' -e 'full report' said
  ls full
  umount full
done
