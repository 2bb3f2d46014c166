# later.sh MCMINI WORD... - checks a program by `MCMINI WORD...`, with a report and all formats, and makes
# the same from the stored result: each must be the same, byte for byte. Prints the verdict, the kinds
# of the findings, and what differs.
mcmini=$1
shift
"$mcmini" -q --json=now.json --sarif=now.sarif --junit=now.xml --html=now.html "$@" >now.txt
"$mcmini" report now.json >later.txt || echo "status $?"
"$mcmini" report now.json --sarif=later.sarif --junit=later.xml --html=later.html --json=later.json || echo "status $?"
said="$(sed -n 's/^  "verdict": "\(.*\)",/\1/p' now.json):$(sed -n 's/^      "kind": "\(.*\)",/ \1/p' now.json | tr -d '\n')"
for format in txt json sarif xml html; do
  cmp now.$format later.$format >&2 || said="$said; $format differs"
done
echo "$said"
