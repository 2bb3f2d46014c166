"""orders.py RESULT.json - of --explored: the operations on objects that are no threads, and their pairs, sorted."""
import json
import sys

explored = json.load(open(sys.argv[1]))["explored"]
operations = explored["operations"]


def name(one):
    return f"{one['operation']} {one['object']} at {one['line']} by {one['thread']}"


for text in sorted(name(one) for one in operations if one["primitive"] != "thread"):
    print("ran:", text)
pairs = []
for pair in explored["pairs"]:
    first, second = operations[pair["first"]], operations[pair["second"]]
    if first["primitive"] == "thread":
        continue
    if pair["both_orders"]:
        pairs.append("both: " + ", ".join(sorted((name(first), name(second)))))
    else:
        pairs.append(f"one: {name(first)}, {name(second)}: {pair['ordered_by']}")
print("\n".join(sorted(pairs)))
for one in explored["never_ran"]:
    print(f"never ran: {one['line']} {one['expression'] or ''} in {one['function']}")
if explored["never_ran_unknown"]:
    print("never ran: not known:", explored["never_ran_unknown"])
print("full:", explored["is_full"])
