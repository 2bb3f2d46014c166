# The data races of several --json results: are they the same? Prints how many.
import json
import re
import sys


def races(path):
    found = set()
    for finding in json.load(open(path))["findings"]:
        if finding["kind"] == "data-race":
            name, *places = re.match(
                r"(.*): (\w+ at \S+) and (\w+ at \S+), which", finding["message"]
            ).groups()
            found.add((name, *sorted(places)))
    return found


all_races = [races(path) for path in sys.argv[1:]]
if any(r != all_races[0] for r in all_races):
    for path, r in zip(sys.argv[1:], all_races):
        print(path, sorted(r))
    sys.exit(1)
print(f"{len(all_races[0])} data races, the same in all {len(all_races)}")
