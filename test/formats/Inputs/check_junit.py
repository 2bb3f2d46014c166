"""check_junit.py RESULT.xml RESULT.json - reads a file of --junit as CI does, and holds it against what --json
says. Prints a line for each test case: class, name, outcome, and the first line of what is said of it."""
import json
import sys

import junitparser

found = junitparser.JUnitXml.fromfile(sys.argv[1])
stored = json.load(open(sys.argv[2]))
(suite,) = found
cases = list(suite)
outcomes = [case.result[0] if case.result else None for case in cases]
assert suite.tests == len(cases) == max(1, len(stored["findings"]))
for count, kind in ((suite.failures, "Failure"), (suite.errors, "Error"), (suite.skipped, "Skipped")):
    assert count == sum(type(outcome).__name__ == kind for outcome in outcomes), kind
assert abs(sum(case.time for case in cases) - stored["seconds"]) < 1e-3
assert len({case.name for case in cases}) == len(cases)
for outcome, finding in zip(outcomes, stored["findings"]):
    assert outcome.type == finding["kind"] and finding["message"] in outcome.message
    assert f"error: {outcome.message}" in outcome.text.split("\n")[0]
for case, outcome in zip(cases, outcomes):
    said = f"{type(outcome).__name__.lower()}: {(outcome.text or '').strip().splitlines()[0]}" if outcome else "passed"
    print(f"{case.classname}: {case.name}: {said}")
    for line in (case.system_out or "").splitlines():
        print(f"  | {line}")
