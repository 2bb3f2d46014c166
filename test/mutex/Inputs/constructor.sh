# What McMini says of each use of the library's locks.
for use in same cross held never recursive; do
  "$1" -k "$2" $use > said
  echo "$use: $(sed -n '1s/^mcmini: //p' said), $(sed -n 's/.*traces\{0,1\}: \(.*deadlocked\),.*/\1/p' said)"
done
