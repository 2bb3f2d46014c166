# shows.py NAME COMMAND... - runs the command, an mcmini with its program, and checks that it shows the line NAME of
# warnings.def: the warning, the verdict, the exit status, the sentence of coverage, the reason in the JSON.
import json
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
from table import lines

name, command = sys.argv[1], sys.argv[2:]
line = next(line for line in lines() if line["name"] == name)
behind = 1 + next(i for i, word in enumerate(command) if os.path.basename(word) == "mcmini")
command.insert(behind, "--json=shows.json")
run = subprocess.run(command, stdout=subprocess.PIPE, text=True)
report, result = run.stdout, json.load(open("shows.json"))
print(report)


def check(condition, what):
    if not condition:
        sys.exit(f"{name}: {what} (status {run.returncode})")


def pattern(text):
    """What may stand in the place of %s is anything."""
    return ".*".join(re.escape(part) for part in text.split("%s"))


reasons = [reason["id"] for reason in result["reasons"]]
if line["kind"] != "MC_LIMIT" and line["columns"][0]:
    check(re.search("warning: " + pattern(line["columns"][0]), report), "no such warning")
if line["kind"] == "MC_NOTE":
    check(name not in reasons, "a note is no reason")
    check(run.returncode in (0, 1) or reasons, "a note gives the status")
    sys.exit()
missing, remedy = line["columns"][-2:]
check(name in reasons, f"no such reason: {reasons}")
check(line["is_users"] or not re.search(r"^Every schedule", report, re.M), "and says: every schedule")
if not line["is_users"]:
    sentence = "^Not every schedule of .* was explored: " + pattern(missing) + "[.]"
    check(re.search(sentence + (" " + re.escape(remedy) + "[.]" if remedy else "") + "$", report, re.M),
          "no such sentence of coverage")
if result["verdict"] == "failed":
    check(run.returncode == 1, "a finding has the status 1")
else:
    check(report.startswith("mcmini: incomplete: nothing found, but"), "the first line is another")
    check(run.returncode == (0 if all(reason["is_asked_for"] for reason in result["reasons"]) else 3), "the status")
