# full.sh MCMINI PROGRAM - checks the program with its files on a disk of so many pages: how the command ends,
# what it says of its files, and which are left.
mkdir full
try() { # PAGES OPTION... - with all files there that the options name
  pages=$1 && shift
  mount -t tmpfs -o size=16k none full
  head -c $((4096 * (4 - pages))) /dev/zero >full/filler
  echo "== $pages"
  "$mcmini" -q --output-dir=full "$@" "$program" >said 2>&1
  echo "status $?"
  grep -e '^mcmini: ' -e 'To see it again' -e 'full report' said
  ls full
  umount full
}
mcmini=$1 program=$2
try 0 --json=full/made.json --sarif=full/made.sarif --junit=full/made.xml
try 2 --json=full/made.json --sarif=full/made.sarif --junit=full/made.xml
try 0
